'use strict'
/**
 * Waits until a check is true, for a limited number of checks; returns whether it is true.
 * @internal
 * @param {function} check - asked before each wait
 * @param {number} looks - the most times that it waits
 * @param {number} [ticks=2] - how long it waits each time
 * @keywords wait tick check
 * @needs nothing
 * @example waitUntil(bot, () => bot.entity.onGround, 10)
 */
async function waitUntil (bot, check, looks, ticks = 2) {
  for (let look = 0; look < looks && !check(); look++) await bot.waitForTicks(ticks)
  return Boolean(check())
}
module.exports = waitUntil
