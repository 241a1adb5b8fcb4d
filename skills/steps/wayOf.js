'use strict'
/**
 * Converts a direction to one of the four horizontal directions: { x, z }, one of which is 1 or -1; default: where the
 * bot is looking.
 * @internal
 * @param {Vec3} [direction] - e.g. [1, 0, 0]; the longer component counts
 * @keywords direction facing
 * @needs nothing
 * @example wayOf(bot, [0, 0, -1])
 */
function wayOf (bot, direction = null) {
  const { x, z } = direction === null || direction === undefined
    ? { x: -Math.sin(bot.entity.yaw), z: -Math.cos(bot.entity.yaw) }
    : asPlace(direction, 'direction')
  if (x === 0 && z === 0) throw fail('BAD_ARGUMENT', 'direction has to have a horizontal part')
  return Math.abs(x) >= Math.abs(z) ? { x: Math.sign(x), z: 0 } : { x: 0, z: Math.sign(z) }
}
module.exports = wayOf
