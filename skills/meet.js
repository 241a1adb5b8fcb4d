'use strict'
/**
 * Walks to another player and stops within ${rules.distances.handOver} blocks.
 * @param {string} player - the player's name
 * @param {number} [x] - where to look for a player out of sight
 * @param {number} [y] - block coordinate
 * @param {number} [z] - block coordinate
 * @keywords player come find follow together join
 * @needs nothing
 * @example meet(bot, 'Bob')
 * @before goTo(bot, 24, 5, 8)
 * @with goTo(bot, 12, 5, 12)
 */
async function meet (bot, player, x = null, y = null, z = null) {
  const WALKS = 20
  const near = rules.distances.handOver
  const name = otherPlayer(bot, player, 'meet')
  const seen = () => bot.players[name]?.entity ?? null
  if (!seen() && x === null) throw fail('NOT_FOUND', `${name} is out of sight`)
  if (!seen()) {
    const place = asPlace([x, y, z]).floored()
    await walk(bot, new GoalNear(place.x, place.y, place.z, 2), coordinates(place), seen)
    const found = await waitUntil(bot, seen, 10, 10)
    if (!found) throw fail('NOT_FOUND', `${name} cannot be seen from ${coordinates(place)}`)
  }
  const away = () => seen()?.position.distanceTo(bot.entity.position) ?? Infinity
  for (let attempt = 0; attempt < WALKS && away() > near; attempt++) {
    const entity = seen()
    if (!entity) throw fail('NOT_FOUND', `lost sight of ${name}`)
    const at = entity.position
    const there = () => away() <= near - 0.5 || !(seen()?.position.distanceTo(at) < 2)
    await walk(bot, new GoalNear(at.x, at.y, at.z, near - 1), name, there)
  }
  if (away() <= near) return
  const last = seen()
    ? `at ${coordinates(seen().position.floored())}, ${away().toFixed(1)} blocks away`
    : 'out of sight'
  throw fail('NO_PATH', `could not get within ${near} blocks of ${name} in ${WALKS} walks; ${name} is ${last}`)
}
module.exports = meet
