'use strict'
/**
 * Follows another player for a while.
 * @param {string} player - the player to follow
 * @param {number} [seconds=30] - seconds of game time
 * @param {number} [near=3] - the distance to keep, in blocks
 * @keywords follow accompany escort go with behind player crew
 * @needs the player in sight at the start
 * @example follow(bot, 'Bob', 10)
 * @with goTo(bot, 24, 5, 8)
 */
async function follow (bot, player, seconds = 30, near = 3) {
  const GRACE = 4 // blocks that the other may be ahead at the end
  const range = wholeNumber(near, 'near')
  const end = bot.tick + 20 * wholeNumber(seconds, 'seconds')
  const name = otherPlayer(bot, player, 'follow')
  if (!bot.players[name].entity) throw fail('NOT_FOUND', `${name} is out of sight`)
  const away = () => bot.players[name]?.entity?.position.distanceTo(bot.entity.position) ?? Infinity
  let entity = null
  try {
    while (bot.tick < end) {
      const seen = bot.players[name]?.entity ?? null
      if (seen && seen.id !== entity?.id) bot.pathfinder.setGoal(new GoalFollow(seen, range), true)
      entity = seen
      await bot.waitForTicks(5)
    }
  } finally {
    bot.pathfinder.setGoal(null)
  }
  if (away() === Infinity) throw fail('NOT_FOUND', `lost sight of ${name}`)
  if (away() > range + GRACE) await meet(bot, name)
  return { away: Number(away().toFixed(1)) }
}
module.exports = follow
