'use strict'
/**
 * The hamlet: a store with chests and a pen with sheep stand near the spawn, and both belong to somebody. Sheep and
 * cows without an owner graze at the edge.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. The gateway of the pen leads over a ditch: sheep
 * keep out of water, and a bot can wade through. Penned sheep bear the name of their owner.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, herd, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const STORE = { structure: 'store', owner: 'Ottilie' }
const PEN = { structure: 'pen', owner: 'Berta' }
const TURNS = [(a, b) => [a, b], (a, b) => [a, -b], (a, b) => [b, a], (a, b) => [-b, a]]
const AWAY = 6 // blocks from the spawn to the fronts of both
const WIDTH = 7 // blocks
const HEIGHT = 3 // of the store's walls
const FENCE = 2 // blocks high, so that no sheep jumps over it
const FLOCK = 5
const EDGE = [34, 45]

module.exports = function hamlet (seed) {
  const random = prng(seed, 'hamlet')
  const canvas = new Canvas(BOUNDS)
  const { taken, several } = makeSpots(canvas, random, SPAWN)
  const turn = random.pick(TURNS)
  const plot = (from, whose) => (across, back, up, name, contents) => {
    const [dx, dz] = turn(from + across, AWAY + back)
    canvas.put(8 + dx, TOP + up, 8 + dz, name, { ...whose, contents })
    return { x: 8 + dx, z: 8 + dz }
  }
  store(plot(-WIDTH - 1, STORE), prng(seed, 'hamlet', 'chest'))
  const middle = pen(plot(2, PEN))
  for (let i = 0; i < FLOCK; i++) {
    const [x, z] = [middle.x + random.int(-1, 1), middle.z + random.int(-1, 1)]
    canvas.mobs.push({ kind: 'sheep', x: x + 0.5, y: TOP, z: z + 0.5, owner: PEN.owner })
  }
  const [x, z] = turn(0, AWAY + WIDTH / 2)
  taken.push({ x: 8, z: 8, radius: 8 }, { x: 8 + x, z: 8 + z, radius: 14 })
  several(14, [16, 44], 3, at => tree(canvas, random, at, 'oak'))
  several(8, EDGE, 1.5, herd(canvas, 'sheep'))
  several(4, EDGE, 1.5, herd(canvas, 'cow'))

  return { name: 'hamlet', seed, spawn: SPAWN, bounds: BOUNDS, canvas }
}

module.exports.card = {
  holds: 'a store with chests and a pen with sheep, both owned; farther away, oaks, and sheep and cows without owners.',
  walk: { chest: 2, oak_log: 24, sheep: 8, cow: 2 }
}

/** A hut that is open at the front, with two chests at its back. */
function store (paint, random) {
  const last = WIDTH - 1
  for (let back = 0; back <= last; back++) {
    for (let across = 0; across <= last; across++) {
      paint(across, back, -1, 'spruce_planks')
      paint(across, back, HEIGHT, 'dark_oak_planks')
      if (across > 0 && across < last && back < last) continue
      for (let up = 0; up < HEIGHT; up++) paint(across, back, up, 'spruce_planks')
    }
  }
  paint(2, last - 1, 0, 'chest', { glass: random.int(60, 64), brick: random.int(8, 16) })
  paint(4, last - 1, 0, 'chest', { bread: random.int(4, 8), apple: random.int(2, 6) })
}

/** A fence with a gateway in the middle of its front; returns the middle of the pen. */
function pen (paint) {
  const [last, middle] = [WIDTH - 1, (WIDTH - 1) / 2]
  for (let back = 0; back <= last; back++) {
    for (let across = 0; across <= last; across++) {
      if (across > 0 && across < last && back > 0 && back < last) continue
      const gateway = back === 0 && across === middle
      if (gateway) paint(across, back, -1, 'water')
      else for (let up = 0; up < FENCE; up++) paint(across, back, up, 'dark_oak_fence')
    }
  }
  return paint(middle, middle, -1, 'grass_block')
}
