'use strict'
/**
 * What an arena paints on: a flat ground, and the blocks and mobs put upon it.
 *
 * Knows block names and places, nothing of seeds, chunks or the server. `terrain.js` turns it into chunks.
 */

const GROUND = ['bedrock', 'stone', 'stone', 'dirt', 'grass_block'] // by height, from 0
const TOP = GROUND.length // the height at which feet stand

class Canvas {
  /** bounds: [x0, z0, x1, z1], the second corner excluded. */
  constructor (bounds) {
    this.bounds = bounds
    this.blocks = new Map() // 'x,y,z' -> block name
    this.mobs = [] // { kind, x, y, z }
  }

  put (x, y, z, name) {
    this.blocks.set(`${x},${y},${z}`, name)
  }

  at (x, y, z) {
    return this.blocks.get(`${x},${y},${z}`) ?? GROUND[y] ?? 'air'
  }

  isFree (x, y, z) {
    return this.at(x, y, z) === 'air'
  }

  inside (x, z, margin = 0) {
    const [x0, z0, x1, z1] = this.bounds
    return x >= x0 + margin && z >= z0 + margin && x < x1 - margin && z < z1 - margin
  }

  /** Every painted block as { x, y, z, name }. */
  * painted () {
    for (const [key, name] of this.blocks) {
      const [x, y, z] = key.split(',').map(Number)
      yield { x, y, z, name }
    }
  }

  /** How many there are of each kind of block and mob inside the bounds. */
  resources () {
    const [x0, z0, x1, z1] = this.bounds
    const count = {}
    const add = (name, n) => { count[name] = (count[name] ?? 0) + n }
    for (const name of GROUND) add(name, (x1 - x0) * (z1 - z0))
    for (const { y, name } of this.painted()) {
      if (GROUND[y]) add(GROUND[y], -1)
      add(name, 1)
    }
    for (const { kind } of this.mobs) add(kind, 1)
    delete count.bedrock
    delete count.air
    return count
  }

  /** The uppermost block of every cell, for a map: cells are indexes into palette, row by row along x. */
  surface () {
    const [x0, z0, x1, z1] = this.bounds
    const width = x1 - x0
    const depth = z1 - z0
    const top = new Array(width * depth).fill(null)
    const height = new Array(width * depth).fill(-1)
    for (const { x, y, z, name } of this.painted()) {
      if (!this.inside(x, z)) continue
      const cell = (z - z0) * width + (x - x0)
      if (y >= TOP - 1 && y > height[cell]) [top[cell], height[cell]] = [name, y]
    }
    const palette = []
    const cells = top.map(name => {
      name ??= GROUND[TOP - 1]
      if (!palette.includes(name)) palette.push(name)
      return palette.indexOf(name)
    })
    return { origin: [x0, z0], width, depth, palette, cells }
  }
}

module.exports = { Canvas, GROUND, TOP }
