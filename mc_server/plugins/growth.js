'use strict'
/**
 * Sugar cane grows, slowly: on average a block in about seven minutes a column, up to three high.
 *
 * Fills: flying-squid has no random ticks. Only cane is grown.
 */

const { Vec3 } = require('vec3')

const CANE = 'sugar_cane'
const PERIOD = 400 // ticks
const CHANCE = 0.05 // each period, for each column
const HEIGHT = 3

module.exports.server = function (serv, { minecrew: { arena } }) {
  const feet = new Map() // 'x,y,z' -> position of a column's lowest block
  const add = position => {
    if (serv.blocks.name(position.offset(0, -1, 0)) !== CANE) feet.set(`${position.x},${position.y},${position.z}`, position)
  }
  const { defaultState } = serv.registry.blocksByName[CANE]

  serv.on('asap', () => {
    for (const { x, y, z, name } of arena.canvas.painted()) if (name === CANE) add(new Vec3(x, y, z))
  })
  serv.on('placed', (name, position) => { if (name === CANE) add(position) })

  serv.on('tick', (delta, tick) => {
    if (tick % PERIOD) return
    for (const [key, foot] of feet) {
      let height = 0
      while (height < HEIGHT && serv.blocks.name(foot.offset(0, height, 0)) === CANE) height++
      if (height === 0) feet.delete(key)
      else if (serv.chance('growth', key).chance(CHANCE) && height < HEIGHT && serv.blocks.name(foot.offset(0, height, 0)) === 'air') {
        serv.blocks.set(foot.offset(0, height, 0), defaultState)
      }
    }
  })
}
