'use strict'
/**
 * Waits until a check holds, for a few looks at the most; tells whether it does.
 * @internal
 * @param {function} check - asked before each wait
 * @param {number} looks - how often it waits at the most
 * @param {number} [ticks=2] - how long each time
 * @keywords wait tick check
 * @needs nothing
 * @example waitUntil(bot, () => bot.entity.onGround, 10)
 */
async function waitUntil (bot, check, looks, ticks = 2) {
  for (let look = 0; look < looks && !check(); look++) await bot.waitForTicks(ticks)
  return Boolean(check())
}
module.exports = waitUntil
