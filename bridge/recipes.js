'use strict'
/**
 * Recipes that are in the game's code and not in its data. minecraft-data lacks them, so they are added, for the bots
 * and for the server. If the player can choose the ingredients (how much gunpowder, how many colours), the recipe uses
 * the minimum.
 *
 * Recipes that make no other item are left out: dyeing leather, painting shields, repairing tools, copying books and
 * maps.
 */

const { colours: DYES } = require('../game/facts')

const STEWED = [
  'dandelion', 'poppy', 'blue_orchid', 'allium', 'azure_bluet', 'red_tulip', 'orange_tulip', 'white_tulip',
  'pink_tulip', 'oxeye_daisy', 'cornflower', 'lily_of_the_valley', 'wither_rose'
]
const SPECIAL = [ // item, how many, what each of its recipes takes
  ['firework_rocket', 3, [['paper', 'gunpowder']]],
  ['firework_star', 1, DYES.map(colour => ['gunpowder', `${colour}_dye`])],
  ['suspicious_stew', 1, STEWED.map(flower => ['bowl', 'brown_mushroom', 'red_mushroom', flower])],
  ['tipped_arrow', 8, [[...Array(8).fill('arrow'), 'lingering_potion']]],
  ...DYES.map(colour => [`${colour}_shulker_box`, 1, [['shulker_box', `${colour}_dye`]]])
]

/** Adds these recipes to a registry's recipes, once; recipes with items that its version lacks are left out. */
module.exports = function addSpecialRecipes ({ itemsByName, recipes }) {
  const id = name => itemsByName[name]?.id
  for (const [name, count, variants] of SPECIAL) {
    if (id(name) === undefined || recipes[id(name)]) continue
    const known = variants.map(parts => parts.map(id)).filter(parts => !parts.includes(undefined))
    if (known.length) recipes[id(name)] = known.map(ingredients => ({ ingredients, result: { id: id(name), count } }))
  }
}
