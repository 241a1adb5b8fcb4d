'use strict'
/**
 * The prairie: a wide grassland for large crews, with five ponds fringed with sugar cane, many oaks, and large herds.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. It yields sixteen bookshelves without a search:
 * 144 canes, 24 logs and 48 leather, although a cow may drop no leather, or only one or two pieces. There is no wheat,
 * and no ore within reach.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, herd, pond, bearing, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-56, -56, 72, 72]
const PONDS = 5
const NEAR = [10, 32]
const FAR = [26, 58]

module.exports = function prairie (seed) {
  const random = prng(seed, 'prairie')
  const canvas = new Canvas(BOUNDS)
  const { taken, several } = makeSpots(canvas, random, SPAWN)

  taken.push({ x: 8, z: 8, radius: 8 })
  several(PONDS, [16, 34], 8, at => pond(canvas, random, at))
  several(22, NEAR, 3, at => tree(canvas, random, at, 'oak'))
  several(16, FAR, 3, at => tree(canvas, random, at, 'oak'))
  several(40, NEAR, 1.5, herd(canvas, 'cow'))
  several(12, NEAR, 1.5, herd(canvas, 'sheep'))
  several(50, FAR, 1.5, herd(canvas, 'cow'))

  return { name: 'prairie', seed, spawn: SPAWN, bounds: BOUNDS, canvas, capacity: bearing(canvas) }
}

module.exports.card = {
  holds: 'five ponds with sugar cane, many oaks, large herds of cows, and sheep: enough for a crew of sixteen; no ore.',
  walk: { oak_log: 80, sugar_cane: 180, cow: 80, sheep: 8 }
}
