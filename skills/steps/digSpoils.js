'use strict'
/**
 * Digs one block as digBlock does. Returns the items that it dropped, in the form of dropsNear, or null if it was not
 * dug.
 * @internal
 * @param {Vec3} place - the block
 * @param {object} [options] - range: how close to go on the ground, in blocks; blocks: the height of the column that
 *   falls, in blocks; least: the number of items to wait for
 * @keywords dig break drop
 * @needs the right tool for stone and ores
 * @example digSpoils(bot, block.position)
 */
async function digSpoils (bot, place, { range = 1, blocks = 1, least = blocks } = {}) {
  const ASIDE = 0.75 // blocks from the middle; what lies farther off fell from another block
  const TOLD = rules.itemTicks.fallen - 1 // ticks: the news may take some, and then an item may have been picked up
  const about = () => dropsNear(bot, place.offset(0.5, 0, 0.5), ASIDE)
    .filter(d => d.position.y > place.y - 1.5 && d.position.y < place.y + blocks + 0.5)
  const strangers = new Set(about().map(d => d.id))
  if (!await digBlock(bot, place, range)) return null
  const drops = () => about().filter(d => !strangers.has(d.id))
  for (let i = 0; i < TOLD && drops().length < least; i++) await bot.waitForTicks(1)
  return drops()
}
module.exports = digSpoils
