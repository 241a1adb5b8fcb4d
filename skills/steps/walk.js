'use strict'
/**
 * Walks to a pathfinder goal; a missing path becomes NO_PATH, a bot that is stuck starts again.
 * @internal
 * @param {object} goal - a pathfinder goal
 * @param {string} where - the destination in words, for the message
 * @param {function} [until] - ends the walk early once it gives something truthy, asked every 4 ticks; walk returns what it gave
 * @keywords path move
 * @needs nothing
 * @example walk(bot, new GoalNear(8, 5, 8, 1), '8 5 8')
 */
async function walk (bot, goal, where, until = null) {
  const PERIOD = until ? 4 : 20
  const STUCK = 60
  for (let attempt = 0; attempt < 3; attempt++) {
    const walking = bot.pathfinder.goto(goal).then(() => null, error => error)
    let error
    let still = 0
    let last = bot.entity.position
    for (;;) {
      error = await Promise.race([walking, bot.waitForTicks(PERIOD)])
      if (error !== undefined) break
      const found = until?.()
      if (found) {
        bot.pathfinder.setGoal(null)
        await walking
        return found
      }
      const now = bot.entity.position
      still = now.distanceTo(last) > 0.2 || bot.pathfinder.isMining() ? 0 : still + PERIOD
      last = now
      if (still >= STUCK) {
        bot.pathfinder.setGoal(null)
        await walking
        break
      }
    }
    if (error === null) return until?.()
    if (error && /NoPath|Timeout/.test(error.name)) throw fail('NO_PATH', `no path to ${where} from ${bot.entity.position.floored()}`)
    if (error && !/GoalChanged|PathStopped/.test(error.name)) throw error
  }
  throw fail('NO_PATH', `stuck at ${bot.entity.position.floored()} on the way to ${where}`)
}
module.exports = walk
