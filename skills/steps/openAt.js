'use strict'
/**
 * Goes to a container or furnace and opens it.
 * @internal
 * @param {Vec3} place - the block
 * @param {string} how - openContainer or openFurnace
 * @keywords open window chest furnace
 * @needs nothing
 * @example openAt(bot, block.position, 'openFurnace')
 */
async function openAt (bot, place, how) {
  await reachBlock(bot, place, 2)
  return bot[how](bot.blockAt(place))
}
module.exports = openAt
