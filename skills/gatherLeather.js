'use strict'
/**
 * Hunts cows for leather; a cow drops up to two pieces.
 * @param {number} [count=3] - how many pieces
 * @keywords leather cow hide hunt book armour
 * @needs cows, in sight or to be found
 * @example gatherLeather(bot, 4)
 * @give oak_planks=8
 * @expect leather=4
 */
async function gatherLeather (bot, count = 3) {
  const WEAPON = /_(sword|axe)$/
  const wanted = wholeNumber(count)
  const before = holdings(bot)
  const armed = Object.keys(before).some(name => WEAPON.test(name))
  const near = { matching: mcData.blocksByName.crafting_table.id, maxDistance: 16 }
  const planks = before.crafting_table || bot.findBlock(near) ? 3 : 7 // two, a stick and, if need be, a table
  if (!armed && wanted > 1 && sumOf(before, '_planks') >= planks) await make(bot, 'wooden_sword', 1)
  const unarmed = holdings(bot)
  await gatherRaw(bot, 'leather', wanted)
  return gainedSince(bot, unarmed)
}
module.exports = gatherLeather
