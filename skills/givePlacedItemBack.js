'use strict'
/**
 * Digs a placed block and picks it up.
 * @param {string} name - block, e.g. crafting_table (or a list of names)
 * @param {Vec3} position - where it was placed (or a list of places, one per name)
 * @keywords recover retrieve take back placed table
 * @needs a block that drops as an item when it is dug
 * @example givePlacedItemBack(bot, 'crafting_table', new Vec3(10, 5, 10))
 * @give crafting_table=1
 * @before placeItem(bot, 'crafting_table', new Vec3(10, 5, 10))
 */
async function givePlacedItemBack (bot, name, position) {
  if (Array.isArray(name)) {
    if (!Array.isArray(position) || position.length !== name.length) {
      throw fail('BAD_ARGUMENT', 'give one position per name')
    }
    for (let i = 0; i < name.length; i++) await givePlacedItemBack(bot, name[i], position[i])
    return
  }
  const kind = lookUp('block', name)
  const place = asPlace(position).floored()
  const where = coordinates(place)
  const exact = bot.blockAt(place)?.name === kind.name
  const spot = exact ? place : bot.findBlock({ matching: kind.id, maxDistance: 5, point: place })?.position
  if (!spot) throw fail('NOT_FOUND', `no ${kind.name} at ${where}`)
  if (!hasRoomFor(bot, kind.name)) throw fail('INVENTORY_FULL', `no room for ${kind.name}`)
  const since = holdings(bot)
  const ignore = new Set(dropsNear(bot, spot, 16).map(d => d.id))
  if (!await digBlock(bot, spot, 1)) throw fail('NO_EFFECT', `${kind.name} is still at ${where}`)
  await collectDrops(bot, { place: spot.offset(0.5, 0, 0.5), since, enough: 1, ignore })
  const gained = gainedSince(bot, since)
  if (!gained[kind.name]) throw fail('NO_EFFECT', `${kind.name} was dug at ${where} but did not reach the inventory`)
  return gained
}
module.exports = givePlacedItemBack
