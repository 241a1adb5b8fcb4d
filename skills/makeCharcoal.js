'use strict'
/**
 * Burns logs to charcoal, with planks as the first fuel: light and heat where there is no coal.
 * @param {number} [count=2] - how many pieces
 * @keywords charcoal coal wood burn fuel log smelt
 * @needs trees; a furnace, or stone and a pickaxe for one
 * @example makeCharcoal(bot, 2)
 * @give cobblestone=8
 * @expect charcoal=2
 */
async function makeCharcoal (bot, count = 2) {
  const PLANK = 1.5 // pieces that one smelts
  const wanted = wholeNumber(count)
  const logs = sumOf(holdings(bot), '_log')
  const needed = wanted + Math.ceil(wanted / PLANK / 4) // four planks a log
  if (logs < needed) await gatherWood(bot, needed - logs)
  return make(bot, 'charcoal', wanted)
}
module.exports = makeCharcoal
