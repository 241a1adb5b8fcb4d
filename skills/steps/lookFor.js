'use strict'
/**
 * Looks for something, where it stands and then along a widening square, and returns what the check gives.
 * @internal
 * @param {function} check - what is looked for; asked twice a second
 * @param {string} what - in words, for the message
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
  throw fail('NOT_FOUND', `no ${what} in sight, nor found in ${seconds} s of walking in four directions`)
}
module.exports = lookFor
