'use strict'
/**
 * Digs away, from the top, the blocks above a block that is walled in on all sides.
 * @internal
 * @param {Vec3} place - the block
 * @keywords dig cover
 * @needs nothing
 * @example uncoverBlock(bot, new Vec3(8, 2, 8))
 */
async function uncoverBlock (bot, place) {
  const SIDES = [[0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1], [0, -1, 0]]
  if (SIDES.some(([x, y, z]) => bot.blockAt(place.offset(x, y, z))?.boundingBox !== 'block')) return
  const above = place.offset(0, 1, 0)
  if (!bot.blockAt(above).diggable) return
  await uncoverBlock(bot, above)
  await digBlock(bot, above)
}
module.exports = uncoverBlock
