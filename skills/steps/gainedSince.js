'use strict'
/**
 * Tells which items the bot has more of than before.
 * @internal
 * @param {object} before - an earlier answer of holdings(bot)
 * @keywords inventory compare
 * @needs nothing
 * @example gainedSince(bot, before)
 */
function gainedSince (bot, before) {
  const gained = {}
  for (const [name, count] of Object.entries(holdings(bot))) {
    if (count > (before[name] ?? 0)) gained[name] = count - (before[name] ?? 0)
  }
  return gained
}
module.exports = gainedSince
