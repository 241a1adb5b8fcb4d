'use strict'
/**
 * Watches what becomes of the items that the bot throws from now on. Of a new item on the ground, the player that is
 * nearest to it when it is first seen is taken for the thrower; a throw from the same place may be taken for its own.
 * @internal
 * @keywords item thrown hand over
 * @needs nothing
 * @example ownThrows(bot).lying()
 */
function ownThrows (bot) {
  const RADIUS = 16
  const known = new Set(dropsNear(bot, bot.entity.position, RADIUS).map(d => d.id))
  const own = new Map() // id -> { drop, name, count, most: the largest count, by: the player that has picked it up }
  bot.on('physicsTick', look)
  bot.on('playerCollect', collected)
  return { lying, kept, count, stop }

  function look () {
    for (const drop of dropsNear(bot, bot.entity.position, RADIUS)) {
      if (!known.has(drop.id) && isOwn(drop)) own.set(drop.id, { drop, name: '', count: 0, most: 0, by: null })
      known.add(drop.id)
    }
    for (const one of own.values()) {
      const stack = one.drop.entity.isValid ? one.drop.entity.getDroppedItem() : null
      if (!stack) continue
      Object.assign(one, { name: stack.name, count: stack.count, most: Math.max(one.most, stack.count) })
    }
  }

  function isOwn ({ position }) {
    const away = player => player.position.offset(0, rules.distances.eyes, 0).distanceTo(position)
    const players = Object.values(bot.players).map(one => one.entity).filter(Boolean)
    return players.every(player => player.id === bot.entity.id || away(player) > away(bot.entity))
  }

  function collected (who, entity) {
    const one = own.get(entity?.id)
    if (one) one.by = who?.username ?? 'somebody'
  }

  /** What lies on the ground still, as dropsNear lists it. */
  function lying () {
    look()
    const ids = new Set(own.keys())
    return dropsNear(bot, bot.entity.position, RADIUS).filter(d => ids.has(d.id))
  }

  /** How many items of a kind were seen. */
  function count (name) {
    return sumUp(name, one => one.most)
  }

  /** How many items of a kind the player `to` does not have: they lie there, or somebody else has picked them up. */
  function kept (name, to) {
    return sumUp(name, one => one.drop.entity.isValid || (one.by !== null && one.by !== to) ? one.count : 0)
  }

  function sumUp (name, counted) {
    look()
    return [...own.values()].reduce((sum, one) => one.name === name ? sum + counted(one) : sum, 0)
  }

  function stop () {
    bot.removeListener('physicsTick', look)
    bot.removeListener('playerCollect', collected)
  }
}
module.exports = ownThrows
