'use strict'
/**
 * Walks to a pathfinder goal; if the goal cannot be reached, fails with NO_PATH and the destination's name.
 * @internal
 * @param {object} goal - a pathfinder goal
 * @param {string} where - the destination in words, for the error message
 * @param {function} [until] - called every 4 ticks; a truthy result ends the walk early, and walk returns it
 * @keywords path move
 * @needs nothing
 * @example walk(bot, new GoalNear(8, 5, 8, 1), '8 5 8')
 */
async function walk (bot, goal, where, until = null) {
  const walking = bot.pathfinder.goto(goal).then(() => null, error => error)
  let error = until ? undefined : await walking
  while (error === undefined) {
    error = await Promise.race([walking, bot.waitForTicks(4)]) // undefined: still on the way
    if (error !== undefined) break
    const found = until()
    if (!found) continue
    bot.pathfinder.setGoal(null)
    await walking
    return found
  }
  if (!error) return
  if (error.code !== 'NO_PATH') throw error
  const here = bot.entity.position.floored()
  throw fail('NO_PATH', `no way to ${where} from ${coordinates(here)}: ${error.message}`)
}
module.exports = walk
