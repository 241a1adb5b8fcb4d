'use strict'
/**
 * Fetches items from the chests and barrels in sight, nearest first.
 * @param {object} items - how many of each item, e.g. {bread: 2}
 * @param {number} [seconds=0] - seconds of game time to wait for the items to appear in a chest
 * @keywords fetch chest take search store barrel loot common share
 * @needs chests within ${rules.distances.blocks} blocks that hold the items
 * @example fetchFromChests(bot, { bread: 2 })
 * @arena village
 * @expect bread=2
 */
async function fetchFromChests (bot, items, seconds = 0) {
  const SIGHT = rules.distances.blocks
  const PAUSE = 40 // ticks between two looks around
  const wanted = Object.fromEntries(wishes(items, 'items').map(({ kind, count }) => [kind.name, count]))
  const patience = Number(seconds)
  if (!(patience >= 0 && patience <= 1200)) {
    throw fail('BAD_ARGUMENT', `seconds has to be a number from 0 to 1200, not ${String(seconds).slice(0, 40)}`)
  }
  const end = bot.tick + 20 * patience
  const before = holdings(bot)
  const list = amounts => amounts.map(([name, n]) => `${n} ${name}`).join(', ')
  const missing = () => {
    const gained = gainedSince(bot, before)
    return Object.entries(wanted).map(([name, n]) => [name, n - (gained[name] ?? 0)]).filter(([, n]) => n > 0)
  }
  let shut = null // why the last chest that could not be looked into was not
  let seen = 0
  for (;;) {
    seen = await lookThrough()
    if (!missing().length) return gainedSince(bot, before)
    if (bot.tick >= end) break
    await bot.waitForTicks(PAUSE)
  }
  const got = list(Object.entries(gainedSince(bot, before)))
  const more = `${shut ? `; one of them could not be opened (${shut})` : ''}${got ? `; got ${got}` : ''}`
  throw fail(
    'NOT_FOUND',
    `none of the ${seen} chest${seen === 1 ? '' : 's'} within ${SIGHT} blocks has ${list(missing())}${more}`
  )

  async function lookThrough () {
    const here = bot.entity.position
    const matching = ['chest', 'trapped_chest', 'barrel'].map(name => mcData.blocksByName[name].id)
    const places = bot.findBlocks({ matching, maxDistance: SIGHT, count: 32 })
      .sort((a, b) => a.distanceTo(here) - b.distanceTo(here))
    shut = null
    for (const place of places) {
      if (!missing().length) break
      try {
        const inside = await checkItemInsideChest(bot, place)
        const take = missing().filter(([name]) => inside[name]).map(([name, n]) => [name, Math.min(n, inside[name])])
        if (take.length) await getItemFromChest(bot, place, Object.fromEntries(take))
      } catch (error) {
        if (error.code === 'MISSING_ITEM') continue // another was faster
        if (!anotherMayDo(error, 'NOT_FOUND')) throw error
        shut = error.message
      }
    }
    return places.length
  }
}
module.exports = fetchFromChests
