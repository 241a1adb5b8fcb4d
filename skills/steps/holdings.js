'use strict'
/**
 * Counts what the bot carries, by item name.
 * @internal
 * @keywords inventory count
 * @needs nothing
 * @example holdings(bot).oak_log
 */
function holdings (bot) {
  return amounts(bot.inventory.items())
}
module.exports = holdings
