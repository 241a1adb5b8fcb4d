'use strict'
/**
 * Walks over the items that lie about a place until enough of them are in the inventory.
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
  const beyond = new Map() // id -> ticks spent beside it in vain
  const GIVEN_UP = 50
  const ARM = 1.35 // blocks to each side within which an item comes by itself
  let quiet = 0
  let seen = 0
  while (gained() < enough) {
    const drop = dropsNear(bot, place, radius, names).find(d => !ignore.has(d.id) && (beyond.get(d.id) ?? 0) < GIVEN_UP)
    if (!drop) {
      if (quiet >= (seen && enough === Infinity ? 4 : patience)) break
      await bot.waitForTicks(2)
      quiet += 2
      continue
    }
    seen++
    quiet = 0
    const off = drop.position.minus(bot.entity.position)
    const level = off.y > -0.7 && off.y < 2.2
    if (Math.max(Math.abs(off.x), Math.abs(off.z)) < (level ? ARM : 0.5)) {
      await bot.waitForTicks(2)
      // what hangs or is buried soon counts as out of reach
      beyond.set(drop.id, (beyond.get(drop.id) ?? 0) + (level ? 2 : 6))
    } else {
      try {
        await walk(
          bot,
          new GoalNearXZ(drop.position.x, drop.position.z, 0),
          'the item',
          () => !drop.entity.isValid || moved(drop)
        )
      } catch (error) {
        if (error.code !== 'NO_PATH') throw error
        beyond.set(drop.id, GIVEN_UP)
      }
      beyond.set(drop.id, (beyond.get(drop.id) ?? 0) + 4)
    }
  }
  const left = dropsNear(bot, place, radius, names).filter(d => !ignore.has(d.id)).length
  return { gained: gained(), left, seen }

  function moved (drop) {
    const now = drop.entity.position
    return Math.hypot(now.x - drop.position.x, now.z - drop.position.z) > 1
  }
}
module.exports = collectDrops
