'use strict'
/**
 * Goes to a block that opens and opens it.
 * @internal
 * @param {Vec3} place - the block
 * @param {string} how - openContainer or openFurnace
 * @keywords open window chest furnace
 * @needs nothing
 * @example openAt(bot, block.position, 'openFurnace')
 */
async function openAt (bot, place, how) {
  const where = coordinates(place)
  await reachBlock(bot, place, 2)
  const block = bot.blockAt(place)
  try {
    return await bot[how](block)
  } catch (error) {
    throw fail('NO_EFFECT', `the ${block?.name ?? 'block'} at ${where} does not open: ${error.message}`)
  }
}
module.exports = openAt
