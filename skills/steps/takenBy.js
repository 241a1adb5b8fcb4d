'use strict'
/**
 * Tells how many of an ingredient one crafting of an item takes; 0 if no recipe has it.
 * @internal
 * @param {string} item - what is crafted
 * @param {string} part - the ingredient
 * @keywords recipe ingredient count
 * @needs nothing
 * @example takenBy(bot, 'bread', 'wheat')
 */
function takenBy (bot, item, part) {
  return Math.max(0, ...recipesOf(bot, item).map(({ takes }) => takes[part] ?? 0))
}
module.exports = takenBy
