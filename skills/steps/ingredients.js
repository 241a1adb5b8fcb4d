'use strict'
/**
 * Counts the ingredients that one use of a recipe takes, by item name. Items that are returned afterwards, such as the
 * buckets of a cake, are included.
 * @internal
 * @param {object} recipe - a recipe that bot.recipesAll returned
 * @keywords recipe ingredients
 * @needs nothing
 * @example ingredients(recipe).stick
 */
function ingredients (recipe) {
  const takes = {}
  // The delta is wrong if something is given back.
  for (const { id } of recipe.inShape?.flat() ?? recipe.ingredients) {
    const name = mcData.items[id]?.name
    if (name) takes[name] = (takes[name] ?? 0) + 1
  }
  return takes
}
module.exports = ingredients
