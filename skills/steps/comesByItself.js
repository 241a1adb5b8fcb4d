'use strict'
/**
 * Returns whether an item lies close enough to a player to be picked up automatically.
 * @internal
 * @param {Vec3} feet - where the player stands
 * @param {Vec3} item - where the item lies
 * @keywords pick up reach near
 * @needs nothing
 * @example comesByItself(bot.entity.position, drop.position)
 */
function comesByItself (feet, item) {
  const { sideSure, belowSure, aboveSure } = rules.distances
  const off = item.minus(feet)
  return Math.max(Math.abs(off.x), Math.abs(off.z)) < sideSure && off.y > -belowSure && off.y < aboveSure
}
module.exports = comesByItself
