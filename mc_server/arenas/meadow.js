'use strict'
/**
 * The meadow: oaks and a few birches, a shallow pond fringed with sugar cane, cows and sheep, flowers.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. There is no wheat, and no iron. Every trunk can
 * be felled from the ground, the pond is one block deep, and the ground around the spawn is clear.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, herd, pond, bearing, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const FLOWERS = ['dandelion', 'poppy', 'azure_bluet', 'oxeye_daisy']
const NEAR = [9, 27] // ring around the spawn, in blocks: a good share of everything stands here
const FAR = [20, 42]

module.exports = function meadow (seed) {
  const random = prng(seed, 'meadow')
  const canvas = new Canvas(BOUNDS)
  const { taken, spot, several } = makeSpots(canvas, random, SPAWN)

  taken.push({ x: 8, z: 8, radius: 6 })
  pond(canvas, random, spot([15, 27], 8))
  several(11, NEAR, 3, at => tree(canvas, random, at, 'oak'))
  several(7, FAR, 3, at => tree(canvas, random, at, 'oak'))
  several(2, NEAR, 3, at => tree(canvas, random, at, 'birch'))
  several(3, FAR, 3, at => tree(canvas, random, at, 'birch'))
  several(10, NEAR, 1.5, herd(canvas, 'cow'))
  several(8, NEAR, 1.5, herd(canvas, 'sheep'))
  several(5, FAR, 1.5, herd(canvas, 'cow'))
  several(4, FAR, 1.5, herd(canvas, 'sheep'))
  several(60, [4, 44], 1, ({ x, z }) => canvas.put(x, TOP, z, random.pick(FLOWERS)))

  return { name: 'meadow', seed, spawn: SPAWN, bounds: BOUNDS, canvas, capacity: bearing(canvas) }
}

module.exports.card = {
  holds: 'oaks, a few birches, a pond with sugar cane, cows, sheep, flowers; no wheat, no ore within reach.',
  walk: { oak_log: 28, birch_log: 4, sugar_cane: 30, cow: 12, sheep: 10 }
}
