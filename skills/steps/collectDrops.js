'use strict'
/**
 * Walks over the items that lie around a place until enough of them are in the inventory.
 * @internal
 * @param {object} options - place (Vec3), radius (blocks), names (items; none for any), since (holdings to count from),
 *   enough (items; without it, everything there), ignore (ids of items to leave), patience (ticks to wait for the
 *   first)
 * @keywords item pick up
 * @needs nothing
 * @example collectDrops(bot, { place, radius: 4, enough: 3 })
 */
async function collectDrops (bot, options) {
  const { place, radius = 6, names = [], enough = Infinity, ignore = new Set(), patience = 24 } = options
  const since = options.since ?? holdings(bot)
  const gained = () => Object.entries(gainedSince(bot, since))
    .reduce((sum, [item, n]) => !names.length || names.includes(item) ? sum + n : sum, 0)
  const lying = () => dropsNear(bot, place, radius, names).filter(d => !ignore.has(d.id))
  const beyond = new Set() // ids of what cannot be had
  let quiet = 0
  let seen = 0
  while (gained() < enough) {
    const drop = lying().find(d => !beyond.has(d.id))
    if (drop) {
      seen++
      quiet = 0
      if (!await fetchDrop(bot, drop)) beyond.add(drop.id)
    } else {
      if (quiet >= (seen && enough === Infinity ? 4 : patience)) break
      await bot.waitForTicks(2)
      quiet += 2
    }
  }
  return { gained: gained(), left: lying().length, seen }
}
module.exports = collectDrops
