'use strict'
/**
 * Hunts cows for leather; a cow drops up to two pieces.
 * @param {number} [count=3] - how many pieces
 * @keywords leather cow hide hunt book armour
 * @needs cows, in sight or to be found
 * @example gatherLeather(bot, 4)
 * @expect leather=4
 */
async function gatherLeather (bot, count = 3) {
  const wanted = wholeNumber(count)
  const before = holdings(bot)
  await gatherRaw(bot, 'leather', wanted)
  return gainedSince(bot, before)
}
module.exports = gatherLeather
