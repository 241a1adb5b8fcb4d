'use strict'
/**
 * Crafts a recipe a number of times, and each time may yield several items; `craft` counts items instead.
 * @param {string} name - item to make, e.g. stick
 * @param {number} [count=1] - how many times the recipe is crafted, not how many items
 * @keywords make build recipe crafting
 * @instead craft
 * @needs the ingredients in the inventory; a crafting table within ${rules.distances.stations} blocks for 3x3 recipes
 * @example craftItem(bot, 'oak_planks', 1)
 * @give oak_log=1
 * @expect oak_planks=4
 */
async function craftItem (bot, name, count = 1) {
  return craftUntil(bot, name, count, () => 1)
}
module.exports = craftItem
