'use strict'
/**
 * Watches what becomes of the items that the bot throws from now on, as far as it knows its own throws (`throwerOf`).
 * @internal
 * @keywords item thrown hand over
 * @needs nothing
 * @example ownThrows(bot).lying()
 */
function ownThrows (bot) {
  const known = new Set(dropsNear(bot, bot.entity.position, 16).map(d => d.id))
  const own = new Map() // id -> { entity, name, count, most: the largest count, by: the player that has picked it up }
  bot.on('itemDrop', seen)
  bot.on('playerCollect', collected)
  return { lying, kept, count, stop }

  function seen (entity) { // a new item, or one whose stack has changed
    if (entity.name !== 'item') return // newer versions tell of whatever shows an item, such as a frame
    if (!known.has(entity.id) && throwerOf(bot, entity.position) === bot.username) {
      own.set(entity.id, { entity, most: 0, by: null })
    }
    known.add(entity.id)
    const one = own.get(entity.id)
    const stack = one && entity.getDroppedItem()
    if (stack) Object.assign(one, { name: stack.name, count: stack.count, most: Math.max(one.most, stack.count) })
  }

  function collected (who, entity) {
    const one = own.get(entity?.id)
    if (one) one.by = who?.username ?? 'somebody'
  }

  /** What lies on the ground still, as dropsNear lists it. */
  function lying () {
    const here = bot.entity.position
    return [...own.values()].filter(({ entity }) => entity.isValid)
      .map(({ entity }) => ({ id: entity.id, position: entity.position, entity }))
      .sort((a, b) => a.position.distanceTo(here) - b.position.distanceTo(here))
  }

  /** How many items of a kind were seen. */
  function count (name) {
    return sumUp(name, one => one.most)
  }

  /** How many items of a kind the player `to` does not have: they lie there, or somebody else has picked them up. */
  function kept (name, to) {
    return sumUp(name, one => one.entity.isValid || (one.by !== null && one.by !== to) ? one.count : 0)
  }

  function sumUp (name, counted) {
    return [...own.values()].reduce((sum, one) => one.name === name ? sum + counted(one) : sum, 0)
  }

  function stop () {
    bot.removeListener('itemDrop', seen)
    bot.removeListener('playerCollect', collected)
  }
}
module.exports = ownThrows
