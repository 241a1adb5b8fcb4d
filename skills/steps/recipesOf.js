'use strict'
/**
 * Lists the ways to craft an item: [{ gives, takes: { item: count }, table }].
 * @internal
 * @param {string} item - its name
 * @keywords recipe craft
 * @needs nothing
 * @example recipesOf(bot, 'torch')
 */
function recipesOf (bot, item) {
  return bot.recipesAll(lookUp('item', item).id, null, true).map(recipe => {
    return { gives: recipe.result.count, takes: ingredients(recipe), table: recipe.requiresTable }
  })
}
module.exports = recipesOf
