'use strict'
/**
 * Prepares a throw to another player, so that nobody else picks the items up: waits until the player stands still and
 * no third player is beside it, for at most three seconds. If a third player stays there and the way is free, the bot
 * goes round to the other side. It keeps two blocks away from the player itself, because others may throw to the same
 * player.
 * @internal
 * @param {string} to - the receiver
 * @keywords hand over throw wait
 * @needs the player near
 * @example clearThrow(bot, 'Bob')
 */
async function clearThrow (bot, to) {
  const BESIDE = 2 // blocks: the reach of a player, and how far a throw falls short
  const LONGEST = 60 // ticks
  const STILL = 5 // ticks
  const end = bot.tick + LONGEST
  const receiver = () => bot.players[to]?.entity?.position ?? null
  for (let at = receiver(), calm = 0; at && calm < STILL && bot.tick < end;) {
    if (at.distanceTo(bot.entity.position) > rules.distances.handOver) await meet(bot, to)
    else if (isBeside(bot.entity.position, at)) await stepBack(at)
    await bot.waitForTicks(1)
    const before = at
    at = receiver()
    calm = at && at.distanceTo(before) < 0.1 && !third(at) ? calm + 1 : 0
  }
  const at = receiver()
  const stays = at && third(at)
  if (stays) await goRound(at, stays.position)

  function isBeside (position, at) {
    return Math.hypot(position.x - at.x, position.z - at.z) < BESIDE && Math.abs(position.y - at.y) < BESIDE
  }

  function third (at) {
    return Object.values(bot.players).map(({ entity }) => entity)
      .find(one => one && one.id !== bot.entity.id && one.username !== to && isBeside(one.position, at))
  }

  async function stepBack (at) {
    await bot.lookAt(at.offset(0, 1.2, 0), true)
    const behind = () => bot.entity.position.offset(Math.sin(bot.entity.yaw), -0.5, Math.cos(bot.entity.yaw))
    const mayFall = () => bot.blockAt(behind())?.boundingBox !== 'block'
    if (mayFall()) return
    bot.setControlState('back', true)
    await waitUntil(bot, () => !isBeside(bot.entity.position, at) || mayFall(), 12, 1)
    bot.setControlState('back', false)
  }

  async function goRound (at, { x, z }) {
    const away = Math.hypot(at.x - x, at.z - z)
    if (away < 0.1) return // there is no other side
    const beyond = blocks => at.offset((at.x - x) * blocks / away, 0, (at.z - z) * blocks / away)
    const isFree = place => [0, 1].every(y => bot.blockAt(place.offset(0, y, 0))?.boundingBox === 'empty')
    const spot = beyond(BESIDE + 0.5)
    if (![1, 1.5, 2, BESIDE + 0.5].every(blocks => isFree(beyond(blocks)))) return // there is a wall
    try {
      await walk(bot, new GoalNear(spot.x, spot.y, spot.z, 1), to)
    } catch (error) {
      if (error.code === 'STOPPED') throw error // otherwise it throws from where it is
    }
  }
}
module.exports = clearThrow
