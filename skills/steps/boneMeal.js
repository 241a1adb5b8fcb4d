'use strict'
/**
 * Uses one bone meal on a plant; several may be needed before it is fully grown.
 * @internal
 * @param {Vec3} place - where the plant is
 * @keywords bone meal grow
 * @needs bone meal in the inventory
 * @example boneMeal(bot, place)
 */
async function boneMeal (bot, place) {
  await reachBlock(bot, place)
  await equipItem(bot, 'bone_meal')
  await bot.activateBlock(bot.blockAt(place))
  await bot.waitForTicks(4)
}
module.exports = boneMeal
