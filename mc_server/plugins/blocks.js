'use strict'
/**
 * The blocks of the world, which are read and changed without waiting, and their owners.
 *
 * Fills a gap: flying-squid's world returns promises, forgets chunks that nobody sees, and may replace a changed
 * chunk with a newly generated one. Redstone does not react to our changes.
 */

const { Vec3 } = require('vec3')

const NOBODYS = Object.freeze({ owner: null, structure: null })
const RADIUS = 5 // chunks around the origin that are there from the start
const FRESH = 20 // ticks in which a client may not know yet what was changed

module.exports.server = function (serv, { minecrew: { arena } }) {
  const { registry } = serv
  const Block = require('prismarine-block')(registry)
  const fresh = new Map() // 'x,y,z' -> { tick, before }: what was changed of late, and what stood there
  const belongings = new Map(arena.canvas.belongings) // 'x,y,z' -> { owner, structure }

  serv.on('asap', () => {
    const world = serv.overworld
    const column = (cx, cz) => {
      if (!world.getLoadedColumn(cx, cz)) world.setLoadedColumn(cx, cz, world.chunkGenerator(cx, cz))
      return world.getLoadedColumn(cx, cz)
    }
    world.getColumn = async (cx, cz) => column(cx, cz)
    world.unloadColumn = () => {} // there is no disk to read it back from
    for (let cx = -RADIUS; cx < RADIUS; cx++) for (let cz = -RADIUS; cz < RADIUS; cz++) column(cx, cz)
    serv.blocks.column = column
  })

  const state = (x, y, z) => {
    if (y < 0 || y > 255) return 0
    return serv.blocks
      .column(Math.floor(x) >> 4, Math.floor(z) >> 4)
      .getBlockStateId(new Vec3(Math.floor(x) & 15, Math.floor(y), Math.floor(z) & 15))
  }
  const info = (x, y, z) => registry.blocksByStateId[state(x, y, z)]

  serv.blocks = {
    column: null,
    /**
     * Whether a place is in a column that already exists. A client that names distant places must not make the world
     * generate them.
     */
    has: ({ x, z }) => Boolean(serv.overworld.getLoadedColumn(x >> 4, z >> 4)),
    /** The block at a position; its `position` is set. */
    at (position) {
      const block = Block.fromStateId(state(position.x, position.y, position.z), 0)
      block.position = position.floored()
      return block
    },
    name: position => info(position.x, position.y, position.z).name,
    isSolid: (x, y, z) => info(x, y, z).boundingBox === 'block',
    isWater: (x, y, z) => info(x, y, z).name === 'water',
    /**
     * Sets a block and shows it to everybody; `owner` is the agent that placed it. A block that only changes its
     * state keeps its owner.
     */
    set (position, stateId, owner = null) {
      const { x, y, z } = position
      const key = `${x},${y},${z}`
      fresh.set(key, { tick: serv.tickCount, before: serv.blocks.fresh(position) ?? state(x, y, z) })
      const same = registry.blocksByStateId[stateId] === info(x, y, z)
      serv.blocks.column(x >> 4, z >> 4).setBlockStateId(new Vec3(x & 15, y, z & 15), stateId)
      if (owner) belongings.set(key, { owner, structure: null })
      else if (!same) belongings.delete(key)
      serv._writeAll('block_change', { location: position, type: stateId })
    },
    /**
     * Like `set`, for a change that nobody made: a tree rises on the block, or a sheep eats it. What remains is still a
     * part of its building.
     */
    turn (position, stateId) {
      const kept = serv.blocks.belonging(position)
      serv.blocks.set(position, stateId)
      if (stateId !== 0 && kept.structure) belongings.set(`${position.x},${position.y},${position.z}`, kept)
    },
    /**
     * The state that was at a place until a moment ago, or null. A client that acts on the old state may not know of
     * the change yet.
     */
    fresh ({ x, y, z }) {
      const change = fresh.get(`${x},${y},${z}`)
      return change && serv.tickCount - change.tick <= FRESH + serv.lag() ? change.before : null
    },
    state,
    belongings,
    /** { owner, structure }: the agent that placed it, or whose building it is part of; null if there is none. */
    belonging: ({ x, y, z }) => belongings.get(`${x},${y},${z}`) ?? NOBODYS
  }

  serv.on('tick', (delta, tick) => {
    if (tick % FRESH) return
    for (const [key, change] of fresh) if (tick - change.tick > FRESH + serv.lag()) fresh.delete(key)
  })
}
