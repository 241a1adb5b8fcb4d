'use strict'
/**
 * Counts what one crafting by a recipe takes, by item name. What is given back, as the buckets of a cake are, is taken
 * first.
 * @internal
 * @param {object} recipe - one of bot.recipesAll
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
