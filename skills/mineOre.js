'use strict'
/**
 * Mines ore; makes a pickaxe first if needed.
 * @param {string} ore - coal, iron, gold, diamond, lapis, redstone or emerald
 * @param {number} [count=1] - how many pieces of the product; iron and gold drop as ore
 * @keywords ore coal iron gold diamond lapis redstone emerald mine dig vein
 * @needs the ore in sight or to be found; a pickaxe of the right kind, or what it is made of
 * @example mineOre(bot, 'diamond', 1)
 * @arena mine
 * @give iron_ingot=3, oak_log=3
 * @expect diamond=1
 */
async function mineOre (bot, ore, count = 1) {
  const YIELDS = {
    coal: 'coal',
    iron: 'iron_ore',
    gold: 'gold_ore',
    diamond: 'diamond',
    lapis: 'lapis_lazuli',
    redstone: 'redstone',
    emerald: 'emerald'
  }
  const wanted = wholeNumber(count)
  const asked = String(ore).trim().toLowerCase().replace(/_ore$|_lazuli$|s$/g, '')
  if (!Object.hasOwn(YIELDS, asked)) {
    const given = String(ore).slice(0, 40)
    throw fail('BAD_ARGUMENT', `ore has to be one of ${Object.keys(YIELDS).join(', ')}, not '${given}'`)
  }
  const before = holdings(bot)
  try {
    await haveToolFor(bot, `${asked}_ore`)
  } catch (error) {
    const tools = toolsFor(`${asked}_ore`).filter(tool => !/golden|netherite/.test(tool))
    const needed = `mining ${asked}_ore needs one of ${tools.join(', ')}`
    throw fail('NEEDS_TOOL', `${needed}; the bot holds none and cannot make one: ${error.message}`)
  }
  await gatherRaw(bot, YIELDS[asked], wanted)
  return gainedSince(bot, before)
}
module.exports = mineOre
