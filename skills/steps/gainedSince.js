'use strict'
/**
 * Returns the items of which the bot has more than before, and how many more.
 * @internal
 * @param {object} before - an earlier result of holdings(bot)
 * @param {string} [ending] - count only items whose names end with this, e.g. _log
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
