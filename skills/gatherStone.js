'use strict'
/**
 * Mines stone; makes a pickaxe first if needed.
 * @param {number} [count=8] - number of cobblestones
 * @keywords stone cobblestone rock quarry mine pickaxe
 * @needs stone in sight or to be found; a pickaxe, or trees
 * @example gatherStone(bot, 8)
 * @arena mine
 * @expect cobblestone=8
 */
async function gatherStone (bot, count = 8) {
  const wanted = wholeNumber(count)
  const before = holdings(bot)
  await haveToolFor(bot, 'stone')
  await gatherRaw(bot, 'cobblestone', wanted)
  return gainedSince(bot, before)
}
module.exports = gatherStone
