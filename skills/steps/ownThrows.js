'use strict'
/**
 * Watches what becomes of the items that the bot throws from now on. A new item is its own if it begins near the bot's
 * hand, and nearer than to any other player's, as far as places and gazes tell. If two stand in one spot and look the
 * same way, neither knows its throws.
 * @internal
 * @keywords item thrown hand over
 * @needs nothing
 * @example ownThrows(bot).lying()
 */
function ownThrows (bot) {
  const BELOW_EYES = 0.3 // where a thrown item begins
  const AHEAD = [0, 0.3] // on a Minecraft server, and on ours
  const NEAR = 1.5 // blocks; it may have flown for a tick
  const known = new Set(dropsNear(bot, bot.entity.position, 16).map(d => d.id))
  const own = new Map() // id -> { entity, name, count, most: the largest count, by: the player that has picked it up }
  bot.on('itemDrop', seen)
  bot.on('playerCollect', collected)
  return { lying, kept, count, stop }

  function seen (entity) { // a new item, or one whose stack has changed
    if (entity.name !== 'item') return // newer versions tell of whatever shows an item, such as a frame
    if (!known.has(entity.id) && isOwn(entity.position)) own.set(entity.id, { entity, most: 0, by: null })
    known.add(entity.id)
    const one = own.get(entity.id)
    const stack = one && entity.getDroppedItem()
    if (stack) Object.assign(one, { name: stack.name, count: stack.count, most: Math.max(one.most, stack.count) })
  }

  function isOwn (position) {
    const away = player => Math.min(...AHEAD.map(ahead => thrownFrom(player, ahead).distanceTo(position)))
    const players = Object.values(bot.players).map(one => one.entity).filter(Boolean)
    const mine = away(bot.entity)
    return mine < NEAR && players.every(player => player.id === bot.entity.id || away(player) > mine)
  }

  function thrownFrom ({ position, yaw, pitch }, ahead) {
    const gaze = new Vec3(-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch))
    return position.offset(0, rules.distances.eyes - BELOW_EYES, 0).plus(gaze.scaled(ahead))
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
