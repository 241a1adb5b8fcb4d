'use strict'
/**
 * Looks into a chest and returns its contents.
 * @param {Vec3} chestPosition - the position of the chest
 * @keywords look inside content store barrel
 * @needs a chest or barrel there
 * @example checkItemInsideChest(bot, bot.findBlock({ matching: mcData.blocksByName.chest.id, maxDistance: 64
 *   }).position)
 * @arena village
 */
async function checkItemInsideChest (bot, chestPosition) {
  const chest = await openChest(bot, chestPosition)
  const inside = amounts(chest.containerItems())
  chest.close()
  await bot.waitForTicks(2)
  return inside
}
module.exports = checkItemInsideChest
