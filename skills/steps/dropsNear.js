'use strict'
/**
 * Lists the items that lie within a radius of a place, nearest to the bot first.
 * @internal
 * @param {Vec3} place - the center of the search
 * @param {number} radius - in blocks, measured horizontally
 * @param {string[]} [names] - only these items
 * @keywords item ground drop
 * @needs nothing
 * @example dropsNear(bot, bot.entity.position, 16, ['leather'])
 */
function dropsNear (bot, place, radius, names = []) {
  const here = bot.entity.position
  return bot.itemsNear(place, radius)
    .map(e => ({ id: e.id, position: e.position, entity: e }))
    .filter(d => !names.length || names.includes(d.entity.getDroppedItem()?.name))
    .sort((a, b) => a.position.distanceTo(here) - b.position.distanceTo(here))
}
module.exports = dropsNear
