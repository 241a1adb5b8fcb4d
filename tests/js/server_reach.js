'use strict'
/**
 * Walks through an arena's blocks as they are painted: what can be reached from the spawn in steps of one block, and
 * how many blocks have to be dug through to come to the rest.
 */

const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)

const ARM = 4.5 // blocks, from the eyes to the middle of a block
const EYES = 1.62
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]]
const AROUND = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
const solid = new Map(registry.blocksArray.map(({ name, boundingBox }) => [name, boundingBox === 'block']))

const key = (x, y, z) => `${x},${y},${z}`

/** Answers { cells, count(name), dug(name, most) } for an arena; cells holds where feet can stand without digging. */
module.exports = function reach ({ canvas, spawn }) {
  const isSolid = (x, y, z) => solid.get(canvas.at(x, y, z))
  const stands = (x, y, z) => isSolid(x, y - 1, z) && !isSolid(x, y, z) && !isSolid(x, y + 1, z)
  const start = spawn.map(Math.floor)
  const cells = new Map([[key(...start), start]])
  for (const [x, y, z] of cells.values()) {
    for (const [dx, dz] of SIDES) {
      const [nx, nz] = [x + dx, z + dz]
      if (!canvas.inside(nx, nz)) continue
      for (const rise of [0, 1, -1]) {
        const ny = y + rise
        const head = rise > 0 ? !isSolid(x, y + 2, z) : rise < 0 ? !isSolid(nx, ny + 2, nz) : true
        if (head && stands(nx, ny, nz)) cells.set(key(nx, ny, nz), [nx, ny, nz])
      }
    }
  }
  const bare = (x, y, z) => AROUND.some(([dx, dy, dz]) => !isSolid(x + dx, y + dy, z + dz))
  const near = (x, y, z) => {
    for (let dx = -5; dx <= 5; dx++) {
      for (let dz = -5; dz <= 5; dz++) {
        for (let dy = -7; dy <= 4; dy++) {
          if (Math.hypot(dx, dy + EYES - 0.5, dz) <= ARM && cells.has(key(x + dx, y + dy, z + dz))) return true
        }
      }
    }
    return false
  }
  const blocks = [...canvas.painted()]
  const mobs = kind =>
    canvas.mobs.filter(mob => mob.kind === kind && cells.has(key(...[mob.x, mob.y, mob.z].map(Math.floor)))).length

  /** Blocks and mobs of a name that can be reached on foot, digging nothing. */
  const count = name => mobs(name) + places(name).filter(([x, y, z]) => bare(x, y, z) && near(x, y, z)).length

  function places (name) {
    if (!canvas.ground.includes(name)) return blocks.filter(b => b.name === name).map(({ x, y, z }) => [x, y, z])
    const found = new Map() // of the ground, only what digging or building laid bare
    for (const { x, y, z, name: air } of blocks) {
      if (air !== 'air') continue
      for (const [dx, dy, dz] of AROUND) {
        if (canvas.at(x + dx, y + dy, z + dz) === name) found.set(key(x + dx, y + dy, z + dz), [x + dx, y + dy, z + dz])
      }
    }
    return [...found.values()]
  }

  /**
   * Blocks of a name that touch a tunnel (two high, in steps of at most one) for which at most so many blocks are dug.
   */
  function dug (name, most) {
    const open = tunnels(most)
    const beside = (x, y, z) =>
      AROUND.some(([dx, dy, dz]) => open.has(key(x + dx, y + dy, z + dz)) || open.has(key(x + dx, y + dy - 1, z + dz)))
    return places(name).filter(([x, y, z]) => beside(x, y, z)).length
  }

  const dugUp = new Map() // most -> cells
  function tunnels (most) {
    if (dugUp.has(most)) return dugUp.get(most)
    const passes = (x, y, z) => y > 0 && canvas.inside(x, z) && canvas.at(x, y, z) !== 'water'
    const price = (x, y, z) => isSolid(x, y, z) ? 1 : 0
    const best = new Map([...cells.keys()].map(name => [name, 0]))
    const queue = Array.from({ length: most + 1 }, () => [])
    queue[0].push(...cells.values())
    for (let cost = 0; cost <= most; cost++) {
      for (const [x, y, z] of queue[cost]) {
        if (best.get(key(x, y, z)) < cost) continue
        for (const [dx, dz] of SIDES) {
          for (const rise of [0, 1, -1]) {
            const [nx, ny, nz] = [x + dx, y + rise, z + dz]
            if (!passes(nx, ny, nz) || !passes(nx, ny + 1, nz) || !isSolid(nx, ny - 1, nz)) continue
            const head = rise > 0 ? price(x, y + 2, z) : rise < 0 ? price(nx, y + 1, nz) : 0
            const total = cost + price(nx, ny, nz) + price(nx, ny + 1, nz) + head
            if (total > most || (best.get(key(nx, ny, nz)) ?? Infinity) <= total) continue
            best.set(key(nx, ny, nz), total)
            queue[total].push([nx, ny, nz])
          }
        }
      }
    }
    dugUp.set(most, best)
    return best
  }

  return { cells, count, dug }
}
