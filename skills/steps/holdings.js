'use strict'
/**
 * Counts what the bot carries, by item name.
 * @internal
 * @keywords inventory count
 * @needs nothing
 * @example holdings(bot).oak_log
 */
function holdings (bot) {
  const held = {}
  for (const item of bot.inventory.items()) held[item.name] = (held[item.name] ?? 0) + item.count
  return held
}
module.exports = holdings
