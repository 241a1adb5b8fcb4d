'use strict'
/**
 * Puts items into a chest in sight or a new one, and says so in the chat.
 * @param {object} items - how many of each item, e.g. {paper: 3}
 * @param {string} [player] - the player that they are for; default: everybody
 * @keywords share chest common store together crew leave deposit tell
 * @needs the items; a chest, or wood for one
 * @example shareChest(bot, { paper: 3 }, 'Bob')
 * @give paper=3, oak_log=3
 * @with fetchFromChests(bot, { paper: 3 }, 60)
 */
async function shareChest (bot, items, player = null) {
  const NEAR = 24
  const wanted = wishes(items, 'items')
  for (const { kind, count } of wanted) mustHold(bot, kind, count, 'share')
  if (player !== null && !Object.hasOwn(bot.players, String(player))) {
    throw fail('NOT_FOUND', `no player ${String(player).slice(0, 40)} in this world`)
  }
  const place = await layIn() ?? await setUpChest(bot, items)
  const list = wanted.map(({ kind, count }) => `${count} ${kind.name}`).join(', ')
  bot.chat(`The chest at ${coordinates(place)} holds ${list} for ${player ?? 'all of us'}.`)
  return place

  async function layIn () { // null: there is none with room
    const there = bot.findBlock({ matching: mcData.blocksByName.chest.id, maxDistance: NEAR })
    if (!there) return null
    try {
      await depositItemIntoChest(bot, there.position, items)
      return there.position
    } catch (error) {
      const held = holdings(bot)
      const untouched = wanted.every(({ kind, count }) => (held[kind.name] ?? 0) >= count)
      if (!untouched || !anotherMayDo(error, 'NO_SPACE')) throw error
      return null
    }
  }
}
module.exports = shareChest
