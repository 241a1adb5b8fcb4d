'use strict'
/**
 * The process that reads programs: one request as JSON on stdin, one answer as JSON on stdout.
 *
 *   {}                              -> { offer }
 *   { programs: [...], tasks: {}, limits: [] }  -> { programs: [{ flaws, params, doc_line }] }
 *
 * It does not evaluate the programs that it is given; nevertheless, it is started with --permission.
 */
const fs = require('node:fs')
const lockDown = require('../lockdown')
require('acorn')
const { readOffer } = require('../offer')
const { checkProgram } = require('./program')

lockDown()

async function main () {
  const { programs = null, tasks = {}, limits = [] } = JSON.parse(fs.readFileSync(0, 'utf8'))
  const offer = await readOffer()
  const known = { offer, tasks: { __proto__: null, ...tasks }, limits }
  const answer = programs ? { programs: programs.map(program => checkProgram(program, known)) } : { offer }
  process.stdout.write(JSON.stringify(answer))
}

main()
