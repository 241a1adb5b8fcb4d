'use strict'
/**
 * The canvas on which an arena is painted: flat ground, with blocks and mobs on it.
 *
 * The canvas knows block names and places, but nothing about seeds, chunks or the server. `terrain.js` turns it into
 * chunks.
 */

const GROUND = ['bedrock', 'stone', 'stone', 'dirt', 'grass_block'] // by height, from 0
const NOBODY = Object.freeze({ owner: null, structure: null })

class Canvas {
  /** bounds: [x0, z0, x1, z1], where the second corner is excluded; ground: block names by height, from 0. */
  constructor (bounds, ground = GROUND) {
    this.bounds = bounds
    this.ground = ground
    this.top = ground.length // the height at which feet stand
    this.blocks = new Map() // 'x,y,z' -> block name
    this.states = new Map() // 'x,y,z' -> its properties, where they are not the usual ones
    this.belongings = new Map() // 'x,y,z' -> { owner, structure }
    this.contents = new Map() // 'x,y,z' -> { item: count } of a chest
    this.mobs = [] // { kind, x, y, z, owner }, owner being whose it is, if somebody's
  }

  /**
   * state: the block's properties; owner: to whom it belongs; structure: the building that it is part of; contents:
   * the items in it.
   */
  put (x, y, z, name, { state = null, owner = null, structure = null, contents = null } = {}) {
    const key = `${x},${y},${z}`
    this.blocks.set(key, name)
    if (state) this.states.set(key, state)
    else this.states.delete(key)
    if (owner || structure) this.belongings.set(key, { owner, structure })
    else this.belongings.delete(key)
    if (contents) this.contents.set(key, contents)
    else this.contents.delete(key)
  }

  at (x, y, z) {
    return this.blocks.get(`${x},${y},${z}`) ?? this.ground[y] ?? 'air'
  }

  isFree (x, y, z) {
    return this.at(x, y, z) === 'air'
  }

  /** { owner, structure } of a block as it was painted. */
  belonging (x, y, z) {
    return this.belongings.get(`${x},${y},${z}`) ?? NOBODY
  }

  inside (x, z, margin = 0) {
    const [x0, z0, x1, z1] = this.bounds
    return x >= x0 + margin && z >= z0 + margin && x < x1 - margin && z < z1 - margin
  }

  /** Every painted block as { x, y, z, name, state }. */
  * painted () {
    for (const [key, name] of this.blocks) {
      const [x, y, z] = key.split(',').map(Number)
      yield { x, y, z, name, state: this.states.get(key) ?? null }
    }
  }

  /**
   * The buildings of the world: { structure, owner, blocks }; `blocks` maps each block name to its places as [x, y,
   * z].
   */
  buildings () {
    const found = new Map() // 'structure of owner' -> building
    for (const { x, y, z, name } of this.painted()) {
      const { owner, structure } = this.belonging(x, y, z)
      if (!structure) continue
      const key = `${structure} of ${owner}`
      if (!found.has(key)) found.set(key, { structure, owner, blocks: {} })
      const { blocks } = found.get(key)
      blocks[name] ??= []
      blocks[name].push([x, y, z])
    }
    return [...found.values()]
  }

  /** The number of blocks and mobs of each kind inside the bounds. */
  resources () {
    const [x0, z0, x1, z1] = this.bounds
    const count = {}
    const add = (name, n) => { count[name] = (count[name] ?? 0) + n }
    for (const name of this.ground) add(name, (x1 - x0) * (z1 - z0))
    for (const { y, name } of this.painted()) {
      if (this.ground[y]) add(this.ground[y], -1)
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
    const heights = new Array(width * depth).fill(this.top - 1)
    for (const { x, y, z } of this.painted()) {
      const cell = (z - z0) * width + (x - x0)
      if (this.inside(x, z) && y > heights[cell]) heights[cell] = y
    }
    const palette = []
    const cells = heights.map((height, cell) => {
      const [x, z] = [x0 + cell % width, z0 + Math.floor(cell / width)]
      while (height > 0 && this.isFree(x, height, z)) height--
      heights[cell] = height
      const name = this.at(x, height, z)
      if (!palette.includes(name)) palette.push(name)
      return palette.indexOf(name)
    })
    return { origin: [x0, z0], width, depth, palette, cells, heights }
  }
}

module.exports = { Canvas, GROUND, TOP: GROUND.length }
