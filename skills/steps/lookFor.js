'use strict'
/**
 * Looks for something, first from where the bot stands and then along a widening square, and returns the result of the
 * check.
 * @internal
 * @param {function} check - the check, called twice per second
 * @param {string} what - what is looked for, in words, for the error message
 * @keywords explore search
 * @needs ground to walk on
 * @example lookFor(bot, () => inSight(bot, sourceOf('coal')), 'coal_ore')
 */
async function lookFor (bot, check, what) {
  const LEGS = [[1, 0, 8], [0, 1, 8], [-1, 0, 16], [0, -1, 16]] // x, z, seconds
  let found = check()
  const start = bot.tick
  for (const [x, z, seconds] of LEGS) {
    if (found) break
    try {
      found = await exploreUntil(bot, new Vec3(x, 0, z), seconds, check)
    } catch (error) {
      if (error.code !== 'NOT_FOUND') throw error
    }
  }
  if (found) return found
  const seconds = Math.round((bot.tick - start) / 20)
  throw fail('NOT_FOUND', `no ${what} in sight, and none found in ${seconds} s of walking in four directions`)
}
module.exports = lookFor
