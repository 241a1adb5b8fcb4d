'use strict'
/**
 * Picks up items that lie on the ground.
 * @param {string} name - item
 * @param {number} [count] - how many; default: all within ${rules.distances.lying} blocks
 * @keywords collect take gather dropped item loot
 * @needs nothing
 * @example pickUp(bot, 'leather', 2)
 * @give leather=2
 * @before bot.toss(mcData.itemsByName.leather.id, null, 2)
 */
async function pickUp (bot, name, count = null) {
  const SIGHT = rules.distances.lying
  const item = lookUp('item', name).name
  const enough = count === null || count === undefined ? Infinity : wholeNumber(count)
  const place = bot.entity.position
  const since = holdings(bot)
  if (!dropsNear(bot, place, SIGHT, [item]).length) {
    throw fail('NOT_FOUND', `no ${item} lies on the ground within ${SIGHT} blocks`)
  }
  if (!hasRoomFor(bot, item)) throw fail('INVENTORY_FULL', `no room for ${item}`)
  const { gained, left } = await collectDrops(bot, { place, radius: SIGHT, names: [item], enough, since, patience: 6 })
  if (gained >= enough || (enough === Infinity && gained > 0 && !left)) return { [item]: gained }
  if (!hasRoomFor(bot, item)) {
    throw fail('INVENTORY_FULL', `picked up ${gained} ${item}; the inventory has no room for more`)
  }
  if (gained > 0 && enough !== Infinity) {
    throw fail('NOT_FOUND', `picked up ${gained} of ${enough} ${item}; no more within reach`)
  }
  throw fail('NO_EFFECT', `${item} still lies there; only ${gained} reached the inventory`)
}
module.exports = pickUp
