'use strict'
/**
 * Goes to a chest or barrel and opens it.
 * @internal
 * @param {Vec3} position - the position of the chest or barrel
 * @keywords open chest
 * @needs nothing
 * @example openChest(bot, new Vec3(10, 5, 10))
 */
async function openChest (bot, position) {
  const place = asPlace(position, 'chestPosition').floored()
  const { name } = bot.blockAt(place) ?? {}
  if (!/^(trapped_)?chest$|^barrel$/.test(name)) {
    throw fail('NOT_FOUND', `there is no chest at ${coordinates(place)}, but ${name ?? 'nothing loaded'}`)
  }
  return openAt(bot, place, 'openContainer')
}
module.exports = openChest
