'use strict'
/**
 * Makes a shield, from raw materials if needed, and holds it.
 * @keywords shield protect block defend iron planks off-hand
 * @needs an iron ingot and six planks, or a world that has iron ore, stone and trees
 * @example craftShield(bot)
 * @arena mine
 * @expect shield=1
 */
async function craftShield (bot) {
  const OFF_HAND = 45
  if (bot.inventory.slots[OFF_HAND]?.name === 'shield') return {}
  const made = holdings(bot).shield ? {} : await make(bot, 'shield', 1)
  await equipItem(bot, 'shield', 'off-hand')
  return made
}
module.exports = craftShield
