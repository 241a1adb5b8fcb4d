'use strict'
/**
 * Makes books: cuts sugar cane for paper (three each) and hunts cows for leather (one each).
 * @param {number} [count=1] - how many
 * @keywords book paper leather cane library write read
 * @needs sugar cane and cows, or paper and leather
 * @example craftBooks(bot, 3)
 * @expect book=3
 */
async function craftBooks (bot, count = 1) {
  const PAPER = takenBy(bot, 'book', 'paper')
  const wanted = wholeNumber(count)
  const held = holdings(bot)
  const sheets = PAPER * wanted - (held.paper ?? 0)
  const canes = PAPER * Math.ceil(sheets / PAPER) - (held.sugar_cane ?? 0) // three canes are three sheets
  const hides = wanted - (held.leather ?? 0)
  if (sheets > 0 && canes > 0) await gatherCane(bot, canes)
  if (hides > 0) await gatherLeather(bot, hides)
  return make(bot, 'book', wanted)
}
module.exports = craftBooks
