'use strict'
/**
 * Goes to one block and digs it with the best tool held; returns whether the block is gone.
 * @internal
 * @param {Vec3} place - the block
 * @param {number} [range=2] - how close to go on the ground, in blocks
 * @keywords dig break tool
 * @needs the right tool for stone and ores
 * @example digBlock(bot, block.position)
 */
async function digBlock (bot, place, range = 2) {
  const where = coordinates(place)
  const block = bot.blockAt(place)
  if (!block || block.name === 'air') return false
  if (block.harvestTools && !bot.inventory.items().some(item => Object.hasOwn(block.harvestTools, item.type))) {
    const tools = Object.keys(block.harvestTools).map(id => mcData.items[id]?.name).filter(Boolean)
    throw fail(
      'NEEDS_TOOL',
      `${block.name} at ${where} drops nothing unless it is dug with one of: ${tools.join(', ')}`
    )
  }
  if (!bot.mayDig(place)) await bot.dig(block, true) // says why not, before the walk
  await reachBlock(bot, place, range)
  if (bot.blockAt(place)?.name !== block.name) return false // somebody else was faster
  await bot.tool.equipForBlock(block)
  try {
    await bot.dig(block, true)
  } catch (error) {
    if (bot.blockAt(place)?.name === block.name) {
      throw fail('NO_EFFECT', `digging ${block.name} at ${where} was interrupted: ${error.message}`)
    }
    return false
  }
  return bot.blockAt(place)?.name !== block.name
}
module.exports = digBlock
