'use strict'
/**
 * The mine: an open cut into sixteen layers of stone, with stairs down to its floor and ore in its walls; above it
 * trees, a pond with sugar cane, cows and sheep.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. The walls rise in steps of three, so that no
 * fall hurts; the stairs are the only way up. For each ore, some blocks are within reach of the stairs or the floor,
 * and more are buried.
 */

const prng = require('../prng')
const { Canvas } = require('../canvas')
const { makeSpots, herd, pond, bearing, tree } = require('../landscape')

const GROUND = ['bedrock', ...Array(16).fill('stone'), 'dirt', 'dirt', 'grass_block']
const TOP = GROUND.length
const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const FLOOR = 4 // the height at which feet stand in the cut
const STAIRS = TOP - FLOOR
const LENGTH = STAIRS + 22
const AWAY = 19 // blocks from the spawn to the middle of the cut
const STEP = 3 // height of the steps in its walls
const NEAR = [8, 27]
const FAR = [20, 44]
/**
 * low, high: the range of heights; shown, buried: number of veins in the walls and in the rock; size: blocks per
 * vein.
 */
const ORES = {
  coal_ore: { low: 5, high: 16, shown: 4, buried: 14, size: 8 },
  iron_ore: { low: 3, high: 14, shown: 4, buried: 12, size: 6 },
  lapis_ore: { low: 1, high: 9, shown: 1, buried: 5, size: 5 },
  redstone_ore: { low: 1, high: 7, shown: 1, buried: 6, size: 6 },
  gold_ore: { low: 1, high: 8, shown: 1, buried: 6, size: 5 },
  diamond_ore: { low: 1, high: 5, shown: 1, buried: 4, size: 4 }
}
const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]

module.exports = function mine (seed) {
  const random = prng(seed, 'mine')
  const canvas = new Canvas(BOUNDS, GROUND)
  const { taken, spot, several } = makeSpots(canvas, random, SPAWN)

  taken.push({ x: 8, z: 8, radius: 5 })
  const place = frame(random)
  const shown = cut(canvas, random, place)
  // Animals wander up to 8 blocks; none may fall in.
  for (let along = -2; along <= LENGTH; along += 4) taken.push({ ...place(along, 0), radius: 16 })
  veins(canvas, random, shown)
  pond(canvas, random, spot([15, 30], 8))
  several(9, NEAR, 3, at => tree(canvas, random, at, 'oak'))
  several(6, FAR, 3, at => tree(canvas, random, at, 'oak'))
  several(4, FAR, 3, at => tree(canvas, random, at, 'birch'))
  several(5, NEAR, 1.5, herd(canvas, 'cow'))
  several(5, NEAR, 1.5, herd(canvas, 'sheep'))
  several(5, FAR, 1.5, herd(canvas, 'cow'))
  several(5, FAR, 1.5, herd(canvas, 'sheep'))

  return { name: 'mine', seed, spawn: SPAWN, bounds: BOUNDS, canvas, capacity: bearing(canvas) }
}

module.exports.card = {
  holds:
    'an open pit in stone, with stairs, and coal, iron, lapis, redstone, gold and diamond ore; ' +
    'above the pit, oaks, birches, a pond with sugar cane, cows and sheep.',
  walk: {
    stone: 200,
    coal_ore: 3,
    iron_ore: 4,
    lapis_ore: 1,
    redstone_ore: 1,
    gold_ore: 1,
    diamond_ore: 1,
    oak_log: 20,
    birch_log: 4,
    sugar_cane: 24,
    cow: 6,
    sheep: 6
  },
  digging: 8,
  dig: { coal_ore: 24, iron_ore: 18, lapis_ore: 4, redstone_ore: 5, gold_ore: 4, diamond_ore: 3 }
}

/** Places the cut on one of the four sides of the spawn, in one of two directions: (along, across) -> { x, z }. */
function frame (random) {
  const [turned, side, way] = [random.chance(0.5), random.pick([-1, 1]), random.pick([-1, 1])]
  return (along, across) => {
    const [a, b] = [8 + way * (along - LENGTH / 2), 8 + side * (AWAY + across)]
    return turned ? { x: b, z: a } : { x: a, z: b }
  }
}

/** Digs the cut; returns the stones in its walls that can be reached from the stairs or the floor. */
function cut (canvas, random, place) {
  const shown = []
  let width = 2
  for (let along = 0; along < LENGTH; along++) {
    const floor = Math.max(FLOOR, TOP - 1 - along)
    if (along > STAIRS) width = Math.max(2, Math.min(3, width + random.int(-1, 1)))
    const base = along < STAIRS ? 1 : width
    for (let y = floor; y < TOP; y++) {
      const half = base + Math.floor((y - floor) / STEP)
      for (let across = -half; across <= half; across++) {
        const { x, z } = place(along, across)
        canvas.put(x, y, z, 'air')
      }
      if (y < floor + STEP) for (const across of [-half - 1, half + 1]) shown.push({ ...place(along, across), y })
    }
  }
  return shown
}

function veins (canvas, random, walls) {
  const [x0, z0, x1, z1] = BOUNDS
  for (const [name, { low, high, shown, buried, size }] of Object.entries(ORES)) {
    const fit = random.shuffle(walls.filter(({ x, y, z }) => y >= low && y <= high && canvas.at(x, y, z) === 'stone'))
    for (const start of fit.slice(0, shown)) vein(canvas, random, start, name, size)
    for (let i = 0; i < buried; i++) {
      vein(
        canvas,
        random,
        { x: random.int(x0 + 12, x1 - 12), y: random.int(low, high), z: random.int(z0 + 12, z1 - 12) },
        name,
        size
      )
    }
  }
}

/** Lays a vein of ore along a random walk through the stone. */
function vein (canvas, random, { x, y, z }, name, size) {
  for (let i = 0, tries = 0; i < size && tries < 60; tries++) {
    if (canvas.at(x, y, z) === 'stone') {
      canvas.put(x, y, z, name)
      i++
    }
    const next = random.pick(SIDES)
    const there = canvas.at(x + next[0], y + next[1], z + next[2])
    if (there === 'stone' || there === name) [x, y, z] = [x + next[0], y + next[1], z + next[2]]
  }
}
