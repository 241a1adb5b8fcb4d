'use strict'
/**
 * Sees to it that a furnace stands near: makes one of eight cobblestones, mined if need be, and sets it up; returns
 * where it stands.
 * @param {number} [near=16] - how far away one may stand already, in blocks
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
