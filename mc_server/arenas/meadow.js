'use strict'
/**
 * The meadow: oaks and a few birches, a shallow pond fringed with sugar cane, cows and sheep, flowers.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. There is no wheat, and no iron. Every trunk can
 * be felled from the ground, the pond is one block deep, and the ground around the spawn is clear.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('./canvas')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const FLOWERS = ['dandelion', 'poppy', 'azure_bluet', 'oxeye_daisy']
const NEAR = [9, 27] // ring around the spawn, in blocks: a good share of everything stands here
const FAR = [20, 42]

module.exports = function meadow (seed) {
  const random = prng(seed, 'meadow')
  const canvas = new Canvas(BOUNDS)
  const taken = [] // { x, z, radius }: nothing else is put there

  const spot = ([from, to], radius) => {
    for (let tries = 0; tries < 400; tries++) {
      const angle = random() * 2 * Math.PI
      const distance = from + (to - from) * Math.sqrt(random())
      const x = Math.floor(SPAWN[0] + Math.cos(angle) * distance)
      const z = Math.floor(SPAWN[2] + Math.sin(angle) * distance)
      const clear = taken.every(t => Math.hypot(t.x - x, t.z - z) >= t.radius + radius)
      if (clear && canvas.inside(x, z, 4)) {
        taken.push({ x, z, radius })
        return { x, z }
      }
    }
    return null // the ring is full: one thing less
  }
  const several = (count, ring, radius, build) => {
    for (let i = 0; i < count; i++) {
      const at = spot(ring, radius)
      if (at) build(at)
    }
  }

  taken.push({ x: 8, z: 8, radius: 6 })
  pond(canvas, random, spot([15, 27], 8))
  several(11, NEAR, 3, at => tree(canvas, random, at, 'oak'))
  several(7, FAR, 3, at => tree(canvas, random, at, 'oak'))
  several(2, NEAR, 3, at => tree(canvas, random, at, 'birch'))
  several(3, FAR, 3, at => tree(canvas, random, at, 'birch'))
  const herd = kind => ({ x, z }) => canvas.mobs.push({ kind, x: x + 0.5, y: TOP, z: z + 0.5 })
  several(10, NEAR, 1.5, herd('cow'))
  several(8, NEAR, 1.5, herd('sheep'))
  several(5, FAR, 1.5, herd('cow'))
  several(4, FAR, 1.5, herd('sheep'))
  several(60, [4, 44], 1, ({ x, z }) => canvas.put(x, TOP, z, random.pick(FLOWERS)))

  return { name: 'meadow', seed, spawn: SPAWN, bounds: BOUNDS, canvas }
}

function pond (canvas, random, { x, z }) {
  const [rx, rz] = random.chance(0.5) ? [5, 4] : [4, 5]
  const water = (dx, dz) => (dx / rx) ** 2 + (dz / rz) ** 2 <= 1
  const shore = []
  for (let dx = -rx - 1; dx <= rx + 1; dx++) {
    for (let dz = -rz - 1; dz <= rz + 1; dz++) {
      if (water(dx, dz)) canvas.put(x + dx, TOP - 1, z + dz, 'water')
      else if (water(dx - 1, dz) || water(dx + 1, dz) || water(dx, dz - 1) || water(dx, dz + 1)) shore.push([x + dx, z + dz])
    }
  }
  for (const [cx, cz] of random.shuffle(shore).slice(0, random.int(13, 16))) {
    for (let y = TOP; y < TOP + 3; y++) canvas.put(cx, y, cz, 'sugar_cane')
  }
}

function tree (canvas, random, { x, z }, wood) {
  const height = random.int(4, 5)
  for (let dy = height - 2; dy <= height; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      for (let dz = -2; dz <= 2; dz++) {
        const reach = dy === height ? 1 : 3
        if (Math.abs(dx) + Math.abs(dz) > reach || !canvas.isFree(x + dx, TOP + dy, z + dz)) continue
        canvas.put(x + dx, TOP + dy, z + dz, `${wood}_leaves`)
      }
    }
  }
  for (let dy = 0; dy < height; dy++) canvas.put(x, TOP + dy, z, `${wood}_log`)
}
