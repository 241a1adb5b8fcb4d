'use strict'
/**
 * The park: trees of all six kinds, every small flower, beds of ripe crops, mushrooms, melons and pumpkins, cactus
 * and bamboo on sand, two ponds with sugar cane and clay, a ruin full of cobwebs, and cows, sheep, pigs and chickens.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. Nothing in it belongs to anybody. It yields what
 * most recipes for food, dye and string need. There is no ore within reach.
 */

const { crops } = require('../../game/facts')
const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, herd, pond, bearing, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-56, -56, 72, 72]
const NEAR = [10, 34]
const FAR = [22, 58]
const WOODS = ['oak', 'birch', 'spruce', 'jungle', 'acacia', 'dark_oak']
const FLOWERS = [
  'dandelion', 'poppy', 'blue_orchid', 'allium', 'azure_bluet', 'red_tulip', 'orange_tulip', 'white_tulip',
  'pink_tulip', 'oxeye_daisy', 'cornflower', 'lily_of_the_valley'
]
const CROPS = Object.keys(crops).filter(name => crops[name].seed) // those that are sown
const FRUITS = { melon: 8, pumpkin: 10 }
const MUSHROOMS = { brown_mushroom: 10, red_mushroom: 10 }

module.exports = function park (seed) {
  const random = prng(seed, 'park')
  const canvas = new Canvas(BOUNDS)
  const { taken, spot, several } = makeSpots(canvas, random, SPAWN)
  const put = (x, z, name, up = 0, state = null) => canvas.put(x, TOP + up, z, name, { state })

  taken.push({ x: 8, z: 8, radius: 6 })
  for (let i = 0; i < 2; i++) {
    const at = spot([18, 32], 9)
    pond(canvas, random, at)
    clay(canvas, at)
  }
  ruin(put, random, spot([18, 34], 6))
  for (const crop of CROPS) bed(put, spot(NEAR, 5), crop)
  for (let i = 0; i < 2; i++) sand(put, random, spot(NEAR, 5))
  for (const wood of WOODS) {
    several(3, NEAR, 3, at => tree(canvas, random, at, wood))
    several(3, FAR, 3, at => tree(canvas, random, at, wood))
  }
  for (const kind of ['cow', 'sheep', 'pig', 'chicken']) {
    several(8, NEAR, 1.5, herd(canvas, kind))
    several(6, FAR, 1.5, herd(canvas, kind))
  }
  for (const [fruit, count] of Object.entries(FRUITS)) several(count, NEAR, 1, ({ x, z }) => put(x, z, fruit))
  for (const [mushroom, count] of Object.entries(MUSHROOMS)) {
    several(count, NEAR, 1, ({ x, z }) => {
      put(x, z, 'podzol', -1) // on grass, they could not stand in the light
      put(x, z, mushroom)
    })
  }
  for (const flower of FLOWERS) several(6, [5, 50], 1, ({ x, z }) => put(x, z, flower))

  return { name: 'park', seed, spawn: SPAWN, bounds: BOUNDS, canvas, capacity: bearing(canvas) }
}

module.exports.card = {
  holds:
    'six kinds of trees, all small flowers, ripe wheat, carrots, potatoes and beetroots, mushrooms, melons, ' +
    'pumpkins, cactus, bamboo, sand, clay, sugar cane, cobwebs, cows, sheep, pigs, chickens; no ore within reach.',
  walk: {
    ...Object.fromEntries(WOODS.map(wood => [`${wood}_log`, 8])),
    ...Object.fromEntries(FLOWERS.map(flower => [flower, 3])),
    ...Object.fromEntries(CROPS.map(crop => [crop, 30])),
    ...{ melon: 6, pumpkin: 8, brown_mushroom: 8, red_mushroom: 8, cactus: 8, bamboo: 12, sand: 20, clay: 8 },
    ...{ sugar_cane: 60, cobweb: 12, mossy_cobblestone: 20, cow: 10, sheep: 10, pig: 10, chicken: 10 }
  }
}

/** Clay at the corners of a pond, but not beneath its sugar cane, which would not grow again there. */
function clay (canvas, { x, z }) {
  for (let dx = -4; dx <= 4; dx++) {
    for (let dz = -4; dz <= 4; dz++) {
      const bare = canvas.at(x + dx, TOP - 1, z + dz) === 'grass_block' && canvas.isFree(x + dx, TOP, z + dz)
      if (bare && Math.abs(dx) + Math.abs(dz) > 5) canvas.put(x + dx, TOP - 1, z + dz, 'clay')
    }
  }
}

/** A bed of seven by six ripe plants, three on each side of a ditch. */
function bed (put, { x, z }, crop) {
  for (let dx = -3; dx <= 3; dx++) {
    for (let dz = -3; dz <= 3; dz++) {
      if (dz === 0) put(x + dx, z, 'water', -1)
      else {
        put(x + dx, z + dz, 'farmland', -1, { moisture: 7 })
        put(x + dx, z + dz, crop, 0, { age: crops[crop].ripe })
      }
    }
  }
}

/** A round patch of sand, with rows of cactus and of bamboo. No two plants touch, because a cactus would break. */
function sand (put, random, { x, z }) {
  for (let dx = -4; dx <= 4; dx++) {
    for (let dz = -4; dz <= 4; dz++) {
      if (Math.hypot(dx, dz) > 4) continue
      put(x + dx, z + dz, 'sand', -1)
      if (dx % 2 || dz % 2) continue
      const height = random.int(2, 3)
      for (let up = 0; up < height; up++) put(x + dx, z + dz, dx % 4 ? 'bamboo' : 'cactus', up)
    }
  }
}

/** Four walls of mossy cobblestone with two doorways, as high as a person; cobwebs hang along the inside. */
function ruin (put, random, { x, z }) {
  for (let dx = -4; dx <= 4; dx++) {
    for (let dz = -4; dz <= 4; dz++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dz))
      for (let up = 0; up < 2; up++) {
        if (ring === 4 && dx !== 0 && random.chance(0.8)) put(x + dx, z + dz, 'mossy_cobblestone', up)
        else if (ring === 3 && dx !== 0 && random.chance(0.7)) put(x + dx, z + dz, 'cobweb', up)
      }
    }
  }
}
