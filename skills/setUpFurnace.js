'use strict'
/**
 * Sets up a furnace unless one is near. Makes it from eight cobblestones, mined if needed.
 * @param {number} [near=16] - how far away an existing one may be, in blocks
 * @keywords furnace oven stove smelt cook place cobblestone
 * @needs eight cobblestones, or stone and a pickaxe, or trees
 * @example setUpFurnace(bot)
 * @arena mine
 * @give wooden_pickaxe=1
 */
async function setUpFurnace (bot, near = 16) {
  const there = bot.findBlock({ matching: mcData.blocksByName.furnace.id, maxDistance: wholeNumber(near, 'near') })
  if (there) return there.position
  if (!holdings(bot).furnace) await make(bot, 'furnace', 1)
  return putDown(bot, 'furnace')
}
module.exports = setUpFurnace
