'use strict'
/**
 * Returns how many of an ingredient are used up when an item is crafted once; 0 if no recipe contains it.
 * @internal
 * @param {string} item - the crafted item
 * @param {string} part - the ingredient
 * @keywords recipe ingredient count
 * @needs nothing
 * @example takenBy(bot, 'bread', 'wheat')
 */
function takenBy (bot, item, part) {
  return Math.max(0, ...recipesOf(bot, item).map(({ takes }) => takes[part] ?? 0))
}
module.exports = takenBy
