'use strict'
/**
 * Waits until a condition is true; the condition is tested a limited number of times. Returns whether it became true.
 * @internal
 * @param {function} check - called before each wait
 * @param {number} looks - maximum number of waits
 * @param {number} [ticks=2] - length of each wait, in ticks
 * @keywords wait tick check
 * @needs nothing
 * @example waitUntil(bot, () => bot.entity.onGround, 10)
 */
async function waitUntil (bot, check, looks, ticks = 2) {
  for (let look = 0; look < looks && !check(); look++) await bot.waitForTicks(ticks)
  return Boolean(check())
}
module.exports = waitUntil
