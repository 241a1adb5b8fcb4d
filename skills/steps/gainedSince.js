'use strict'
/**
 * Tells which items the bot has more of than before, and how many more.
 * @internal
 * @param {object} before - an earlier answer of holdings(bot)
 * @param {string} [ending] - only items whose name ends so, e.g. _log
 * @keywords inventory compare
 * @needs nothing
 * @example gainedSince(bot, before)
 */
function gainedSince (bot, before, ending = '') {
  const gained = {}
  for (const [name, count] of Object.entries(holdings(bot))) {
    if (name.endsWith(ending) && count > (before[name] ?? 0)) gained[name] = count - (before[name] ?? 0)
  }
  return gained
}
module.exports = gainedSince
