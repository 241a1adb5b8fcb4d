'use strict'
/**
 * Makes iron or gold ingots. Mines the ore, gets fuel and sets up a furnace if needed.
 * @param {string} [metal=iron] - iron or gold
 * @param {number} [count=1] - how many more ingots
 * @keywords ingot iron gold smelt ore metal furnace
 * @needs the ore or a world that has it; a pickaxe, or what it is made of
 * @example makeIngots(bot, 'gold', 2)
 * @arena mine
 * @give iron_pickaxe=1
 * @expect gold_ingot=2
 */
async function makeIngots (bot, metal = 'iron', count = 1) {
  const asked = String(metal).trim().toLowerCase().replace(/_?ingots?$|en$/g, '')
  if (!['iron', 'gold'].includes(asked)) {
    throw fail('BAD_ARGUMENT', `metal has to be iron or gold, not '${String(metal).slice(0, 40)}'`)
  }
  const wanted = wholeNumber(count)
  const missing = wanted - (holdings(bot)[`${asked}_ore`] ?? 0)
  if (missing > 0) {
    const held = holdings(bot)
    const coal = wanted * rules.smeltTicks / rules.fuels.coal
    if ((held.coal ?? 0) + (held.charcoal ?? 0) < coal) await gatherFuel(bot, wanted)
    const there = bot.findBlock({ matching: mcData.blocksByName.furnace.id, maxDistance: rules.distances.stations })
    if (!there && !holdings(bot).furnace) await make(bot, 'furnace', 1) // on the way down, not after it
    await mineOre(bot, asked, missing)
  }
  return make(bot, `${asked}_ingot`, wanted)
}
module.exports = makeIngots
