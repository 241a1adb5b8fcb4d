'use strict'
/**
 * Makes a painting from eight sticks and one wool of any colour.
 * @param {number} [count=1] - how many
 * @keywords painting picture art frame decorate wool sticks
 * @needs sheep and trees, or wool and sticks
 * @example craftPainting(bot)
 * @expect painting=1
 */
async function craftPainting (bot, count = 1) {
  const wanted = wholeNumber(count)
  const wool = sumOf(holdings(bot), '_wool')
  if (wool < wanted) await gatherWool(bot, wanted - wool)
  return make(bot, 'painting', wanted)
}
module.exports = craftPainting
