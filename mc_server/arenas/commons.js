'use strict'
/**
 * The commons: a resource that a crew shares, and nothing else of use. The resource is sugar cane, one block high, on
 * the winding shore of a pond; or a herd of sheep.
 *
 * A crew chooses the resource and the number of units. The shore has room for exactly this number of stalks. The seed
 * decides on which side of the spawn the pond lies; its creeks are shallow enough for a bot to wade through.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const FLOWERS = ['dandelion', 'poppy', 'azure_bluet', 'oxeye_daisy']
const CREEK = 10 // blocks: each has a stalk on either side
const APART = 4 // blocks from creek to creek
const AWAY = 6 // blocks from the spawn to the nearest creek
const PADDOCK = [6, 36] // ring around the spawn, in blocks
const GRID = 3 // blocks between two births

module.exports = function commons (seed, tools, { resource = 'sugar_cane', units = 100 } = {}) {
  const random = prng(seed, 'commons')
  const canvas = new Canvas(BOUNDS)
  const { taken, several } = makeSpots(canvas, random, SPAWN)
  const cells = resource === 'sugar_cane' ? pond(canvas, random, taken, units) : []
  if (resource === 'sugar_cane') several(8, [14, 38], 3, at => tree(canvas, random, at, 'oak'))
  if (resource === 'sheep') flock(canvas, random, units)
  for (let i = 0; i < 60; i++) {
    const [x, z] = [random.int(-38, 53), random.int(-38, 53)]
    const clear = Math.hypot(x + 0.5 - SPAWN[0], z + 0.5 - SPAWN[2]) > 4
    if (clear && canvas.isFree(x, TOP, z) && canvas.at(x, TOP - 1, z) === 'grass_block') {
      canvas.put(x, TOP, z, random.pick(FLOWERS))
    }
  }
  return { name: 'commons', seed, spawn: SPAWN, bounds: BOUNDS, canvas, commons: { resource, units, cells } }
}

/** Makes creeks side by side, joined at their far ends; returns the places of the stalks. */
function pond (canvas, random, taken, units) {
  const creeks = Math.ceil(units / (2 * CREEK))
  const turn = random.pick([(a, b) => [a, b], (a, b) => [a, -b], (a, b) => [b, a], (a, b) => [-b, a]])
  const at = (along, out) => {
    const [dx, dz] = turn(along, out)
    return [8 + dx, 8 + dz]
  }
  const first = -Math.floor((creeks - 1) * APART / 2)
  const last = first + (creeks - 1) * APART
  const cells = []
  const water = (along, out) => {
    const [x, z] = at(along, out)
    canvas.put(x, TOP - 1, z, 'water')
  }
  const stalk = (along, out) => {
    if (cells.length === units) return
    const [x, z] = at(along, out)
    canvas.put(x, TOP, z, 'sugar_cane')
    cells.push([x, TOP, z])
  }
  for (let along = first; along <= last; along += APART) {
    for (let out = AWAY; out < AWAY + CREEK; out++) {
      water(along, out)
      stalk(along - 1, out)
      stalk(along + 1, out)
    }
  }
  for (let along = first; along <= last; along++) water(along, AWAY + CREEK)
  const [x, z] = at(0, AWAY + CREEK / 2)
  taken.push({ x, z, radius: (last - first) / 2 + CREEK })
  return cells
}

function flock (canvas, random, units) {
  const [from, to] = PADDOCK
  const places = []
  for (let x = -to; x <= to; x += GRID) {
    for (let z = -to; z <= to; z += GRID) {
      const away = Math.hypot(x, z)
      if (away >= from && away <= to) places.push([SPAWN[0] + x, SPAWN[2] + z])
    }
  }
  for (const [x, z] of random.shuffle(places).slice(0, units)) canvas.mobs.push({ kind: 'sheep', x, y: TOP, z })
}

module.exports.card = {
  holds: 'a pond with sugar cane that a crew shares, or a herd of sheep; nothing else of use.',
  walk: { sugar_cane: 100 }
}
