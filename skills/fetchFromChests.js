'use strict'
/**
 * Fetches items out of whatever chests and barrels are in sight, nearest first, looking into one after the other until it has them all.
 * @param {object} items - how many of each item, e.g. {bread: 2}
 * @param {number} [seconds=0] - of game time to wait for a chest that has them, where none has yet
 * @keywords fetch chest take search store barrel loot common share
 * @needs chests within 48 blocks that hold the items
 * @example fetchFromChests(bot, { bread: 2 })
 * @arena village
 * @expect bread=2
 */
async function fetchFromChests (bot, items, seconds = 0) {
  const SIGHT = 48
  const PAUSE = 40 // ticks between two looks around
  const wanted = Object.fromEntries(wishes(items, 'items').map(({ kind, count }) => [kind.name, count]))
  const end = bot.tick + 20 * (Number(seconds) || 0)
  const before = holdings(bot)
  const missing = () => {
    const gained = gainedSince(bot, before)
    return Object.entries(wanted).map(([name, n]) => [name, n - (gained[name] ?? 0)]).filter(([, n]) => n > 0)
  }
  let seen = 0
  for (;;) {
    seen = await lookThrough()
    if (!missing().length) return gainedSince(bot, before)
    if (bot.tick >= end) break
    await bot.waitForTicks(PAUSE)
  }
  throw fail('NOT_FOUND', `${missing().map(([name, n]) => `${n} ${name}`).join(', ')} in none of ${seen} chests within ${SIGHT} blocks`)

  async function lookThrough () {
    const here = bot.entity.position
    const places = bot.findBlocks({ matching: ['chest', 'trapped_chest', 'barrel'].map(name => mcData.blocksByName[name].id), maxDistance: SIGHT, count: 32 })
      .sort((a, b) => a.distanceTo(here) - b.distanceTo(here))
    for (const place of places) {
      if (!missing().length) break
      try {
        const inside = await checkItemInsideChest(bot, place)
        const take = missing().filter(([name]) => inside[name]).map(([name, n]) => [name, Math.min(n, inside[name])])
        if (take.length) await getItemFromChest(bot, place, Object.fromEntries(take))
      } catch (error) {
        if (!['NO_PATH', 'OUT_OF_REACH', 'NO_EFFECT', 'NOT_FOUND', 'MISSING_ITEM'].includes(error.code)) throw error // another may have been faster
      }
    }
    return places.length
  }
}
module.exports = fetchFromChests
