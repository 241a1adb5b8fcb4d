'use strict'
/**
 * Makes shears, unless good ones are held, and takes them in hand.
 * @param {number} [uses=20] - how many cuts the shears must last
 * @keywords shears scissors sheep wool leaves iron
 * @needs two iron ingots, or a world that has iron ore, stone and trees
 * @example craftShears(bot)
 * @arena mine
 * @expect shears=1
 */
async function craftShears (bot, uses = 20) {
  const wanted = wholeNumber(uses, 'uses')
  const lasting = bot.inventory
    .items()
    .find(item => item.name === 'shears' && item.maxDurability - (item.durabilityUsed ?? 0) >= wanted)
  const made = lasting ? {} : await make(bot, 'shears', 1)
  await equipItem(bot, 'shears')
  return made
}
module.exports = craftShears
