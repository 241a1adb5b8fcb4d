'use strict'
/**
 * Walks to a place.
 * @param {number} x - block coordinate
 * @param {number} y - block coordinate
 * @param {number} z - block coordinate
 * @param {number} [range=1] - how close to get, in blocks
 * @keywords walk move travel position come
 * @needs nothing
 * @example goTo(bot, 20, 5, 12)
 */
async function goTo (bot, x, y, z, range = 1) {
  const place = asPlace([x, y, z]).floored()
  const near = Number(range)
  if (!(near >= 0)) throw fail('BAD_ARGUMENT', `range has to be a number of blocks, not ${String(range).slice(0, 40)}`)
  const where = coordinates(place)
  const away = () => bot.entity.position.floored().distanceTo(place)
  for (let attempt = 0; attempt < 2 && away() > near; attempt++) {
    await walk(bot, new GoalNear(place.x, place.y, place.z, near), where)
  }
  if (away() > near + 1) throw fail('NO_PATH', `still ${away().toFixed(1)} blocks from ${where}`)
}
module.exports = goTo
