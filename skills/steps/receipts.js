'use strict'
/**
 * Watches what the bot picks up from now on of what other players throw, and who threw it.
 * @internal
 * @keywords item thrown received giver
 * @needs nothing
 * @example receipts(bot).others('Bob', 'paper')
 */
function receipts (bot) {
  const throwers = new Map() // id of an item on the ground -> name, or null if it is not known
  const taken = [] // { thrower, name, count }
  for (const { id } of dropsNear(bot, bot.entity.position, 16)) throwers.set(id, null)
  bot.on('itemDrop', seen)
  bot.on('playerCollect', collected)
  return { others, stop }

  function seen ({ id, name, position }) {
    if (name === 'item' && !throwers.has(id)) throwers.set(id, throwerOf(bot, position))
  }

  function collected (who, entity) {
    const stack = entity?.getDroppedItem()
    if (!stack || who?.username !== bot.username) return
    taken.push({ thrower: throwers.get(entity.id) ?? null, name: stack.name, count: stack.count })
  }

  /** How many items of a kind came from others than `giver`, as far as that is known: { player: count }. */
  function others (giver, item) {
    const counts = {}
    for (const { thrower, name, count } of taken) {
      if (name !== item || [null, giver, bot.username].includes(thrower)) continue
      counts[thrower] = (counts[thrower] ?? 0) + count
    }
    return counts
  }

  function stop () {
    bot.removeListener('itemDrop', seen)
    bot.removeListener('playerCollect', collected)
  }
}
module.exports = receipts
