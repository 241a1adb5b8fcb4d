'use strict'
/**
 * Frees memory after a program that used a lot, so that the next program is judged only by its own memory use. Load
 * this file before lockdown(). No program can reach it.
 */
const v8 = require('node:v8')
const vm = require('node:vm')

const MUCH = 200e6 // bytes; a bot at rest has about 130 MB

v8.setFlagsFromString('--expose-gc')
const collect = vm.runInNewContext('gc')
v8.setFlagsFromString('--no-expose-gc')

function tidy () { if (process.memoryUsage.rss() > MUCH) collect() }

module.exports = { tidy }
