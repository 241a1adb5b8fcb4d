'use strict'
/**
 * Crafts an item, at least as many as asked for.
 * @param {string} item - what to craft
 * @param {number} [count=1] - how many more
 * @keywords make build recipe crafting
 * @needs the ingredients; for 3x3 recipes, a crafting table, held or within ${rules.distances.stations} blocks
 * @example craft(bot, 'oak_planks', 6)
 * @returns how many of the item were made, e.g. {oak_planks: 8}
 * @give oak_log=2
 * @expect oak_planks=8
 */
async function craft (bot, item, count = 1) {
  return craftUntil(bot, item, count, recipe => recipe.result.count, true)
}
module.exports = craft
