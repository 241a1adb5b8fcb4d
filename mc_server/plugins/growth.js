'use strict'
/**
 * Random ticks: in every section of the world with growing blocks, three places are drawn per tick, and the blocks
 * there grow by their own rules.
 *
 * As in Minecraft, only a block's state records how far it has grown, so that a saved world needs no other data. Each
 * section draws places from a stream of its own, and each place has another stream, for the result.
 * Fills a gap: flying-squid has no random ticks. Light is ignored: everything grows by day and night.
 */

const { Vec3 } = require('vec3')

const DRAWS = 3 // places per tick in a section of 16 x 16 x 16
const LOOK = 20 // ticks between two looks for sections where something grows
const SIDE = 16

module.exports.server = function (serv) {
  /**
   * Maps block names to functions (position, random) that let the block grow a step; random is the place's own stream.
   */
  serv.growers = new Map()
  const states = new Set() // of blocks that grow
  let live = [] // { column, x, y, z, draw }: the sections' corners

  const holds = ({ palette }) => !palette || palette.some(state => states.has(state))

  function look () {
    if (!states.size) {
      for (const name of serv.growers.keys()) {
        const { minStateId, maxStateId } = serv.registry.blocksByName[name]
        for (let state = minStateId; state <= maxStateId; state++) states.add(state)
      }
    }
    live = []
    for (const { chunkX, chunkZ, column } of serv.overworld.getColumns()) {
      const [cx, cz] = [Number(chunkX), Number(chunkZ)]
      column.sections.forEach((section, cy) => {
        if (section && holds(section)) {
          live.push({ column, x: cx * SIDE, y: cy * SIDE, z: cz * SIDE, draw: serv.chance('random tick', cx, cy, cz) })
        }
      })
    }
  }

  serv.on('tick', (delta, tick) => {
    if (tick % LOOK === 1) look()
    const at = new Vec3(0, 0, 0)
    for (const { column, x, y, z, draw } of live) {
      for (let i = 0; i < DRAWS; i++) {
        const cell = draw.int(0, SIDE ** 3 - 1)
        at.set(cell % SIDE, y + Math.floor(cell / SIDE) % SIDE, Math.floor(cell / SIDE ** 2))
        const state = column.getBlockStateId(at)
        if (!states.has(state)) continue
        const place = at.offset(x, 0, z)
        serv.growers.get(serv.registry.blocksByStateId[state].name)(
          place,
          serv.chance('growth', place.x, place.y, place.z)
        )
      }
    }
  })
}
