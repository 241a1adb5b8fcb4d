'use strict'
/**
 * Writes a place the way messages do: 8 5 8.
 * @internal
 * @param {Vec3} place - the place
 * @keywords position message
 * @needs nothing
 * @example coordinates(bot.entity.position.floored())
 */
function coordinates ({ x, y, z }) {
  return `${x} ${y} ${z}`
}
module.exports = coordinates
