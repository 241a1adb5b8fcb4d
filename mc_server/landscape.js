'use strict'
/** Parts that several arenas use: trees, ponds, herds, and the search for a free spot for them. */

/** Finds spots in rings around `spawn` that do not overlap; callers may add entries to `taken`. */
function makeSpots (canvas, random, spawn) {
  const taken = [] // { x, z, radius }: nothing else is put there

  const spot = ([from, to], radius) => {
    for (let tries = 0; tries < 400; tries++) {
      const angle = random() * 2 * Math.PI
      const distance = from + (to - from) * Math.sqrt(random())
      const x = Math.floor(spawn[0] + Math.cos(angle) * distance)
      const z = Math.floor(spawn[2] + Math.sin(angle) * distance)
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
  return { taken, spot, several }
}

/** Places a mob in the middle of a cell. */
const herd = (canvas, kind) => ({ x, z }) => canvas.mobs.push({ kind, x: x + 0.5, y: canvas.top, z: z + 0.5 })

/** Makes a pond, one block deep, with sugar cane three blocks high on its shore. */
function pond (canvas, random, { x, z }) {
  const [rx, rz] = random.chance(0.5) ? [5, 4] : [4, 5]
  const water = (dx, dz) => (dx / rx) ** 2 + (dz / rz) ** 2 <= 1
  const shore = []
  for (let dx = -rx - 1; dx <= rx + 1; dx++) {
    for (let dz = -rz - 1; dz <= rz + 1; dz++) {
      if (water(dx, dz)) canvas.put(x + dx, canvas.top - 1, z + dz, 'water')
      else if (water(dx - 1, dz) || water(dx + 1, dz) || water(dx, dz - 1) || water(dx, dz + 1)) {
        shore.push([x + dx, z + dz])
      }
    }
  }
  for (const [cx, cz] of random.shuffle(shore).slice(0, random.int(13, 16))) {
    for (let y = canvas.top; y < canvas.top + 3; y++) canvas.put(cx, y, cz, 'sugar_cane')
  }
}

/**
 * The resources of an arena that grow back: { item: { stock, keep } }, where `stock` is the number of units at the
 * start, and `keep` is the number that must remain so that the rest grows back. Sugar cane grows back from the lowest
 * block of each plant, one block in 18 minutes of game time. Trees and animals are not included: a tree grows again
 * only if somebody plants it, and animals do not breed.
 */
function bearing (canvas) {
  const canes = [...canvas.painted()].filter(({ name }) => name === 'sugar_cane')
  const lowest = canes.filter(({ x, y, z }) => canvas.at(x, y - 1, z) !== 'sugar_cane')
  return canes.length ? { sugar_cane: { stock: canes.length, keep: lowest.length } } : {}
}

/** Makes a tree, four or five blocks high, so that its whole trunk can be felled from the ground. */
function tree (canvas, random, { x, z }, wood) {
  const { top } = canvas
  const height = random.int(4, 5)
  for (let dy = height - 2; dy <= height; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      for (let dz = -2; dz <= 2; dz++) {
        const reach = dy === height ? 1 : 3
        if (Math.abs(dx) + Math.abs(dz) > reach || !canvas.isFree(x + dx, top + dy, z + dz)) continue
        canvas.put(x + dx, top + dy, z + dz, `${wood}_leaves`)
      }
    }
  }
  for (let dy = 0; dy < height; dy++) canvas.put(x, top + dy, z, `${wood}_log`)
}

module.exports = { makeSpots, herd, pond, bearing, tree }
