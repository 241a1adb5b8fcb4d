'use strict'
/** Only level ground, for tests. The seed has no effect. */

const { Canvas, TOP } = require('../canvas')

const BOUNDS = [-40, -40, 56, 56]

module.exports = function flat (seed) {
  return { name: 'flat', seed, spawn: [8.5, TOP, 8.5], bounds: BOUNDS, canvas: new Canvas(BOUNDS) }
}

module.exports.card = { holds: 'level ground covered with grass, and nothing else, for tests.', walk: {} }
