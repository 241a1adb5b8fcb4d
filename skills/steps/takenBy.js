'use strict'
/**
 * Returns how many of an ingredient one use of an item's recipe takes; 0 if no recipe contains it.
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
