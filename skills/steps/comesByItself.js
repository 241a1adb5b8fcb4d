'use strict'
/**
 * Tells whether an item lies so near to a player that it comes into the inventory by itself.
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
