'use strict'
/**
 * Burns logs to make charcoal; the first fuel is planks.
 * @param {number} [count=2] - how many pieces
 * @keywords charcoal coal wood burn fuel log smelt
 * @needs trees; a furnace, or stone and a pickaxe for one
 * @example makeCharcoal(bot, 2)
 * @give cobblestone=8
 * @expect charcoal=2
 */
async function makeCharcoal (bot, count = 2) {
  const planks = count => count * rules.smeltTicks / rules.fuels.oak_planks // that so many pieces take
  const wanted = wholeNumber(count)
  const logs = sumOf(holdings(bot), '_log')
  const needed = wanted + Math.ceil(planks(wanted) / recipesOf(bot, 'oak_planks')[0].gives)
  if (logs < needed) await gatherWood(bot, needed - logs)
  return make(bot, 'charcoal', wanted)
}
module.exports = makeCharcoal
