'use strict'
/**
 * Lists the tools with which a block yields items, simplest first; the list is empty if a bare hand is enough.
 * @internal
 * @param {string} block - its name, e.g. iron_ore
 * @keywords tool pickaxe
 * @needs nothing
 * @example toolsFor('stone')
 */
function toolsFor (block) {
  const ORDER = ['wooden', 'stone', 'iron', 'diamond', 'golden', 'netherite'] // by what it takes to make one
  const rank = name => ORDER.findIndex(material => name.startsWith(material))
  return Object.keys(lookUp('block', block).harvestTools ?? {})
    .map(id => mcData.items[id]?.name)
    .filter(Boolean)
    .sort((a, b) => rank(a) - rank(b))
}
module.exports = toolsFor
