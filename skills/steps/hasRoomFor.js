'use strict'
/**
 * Returns whether at least one more of an item fits into the inventory.
 * @internal
 * @param {string} name - item
 * @keywords inventory room full
 * @needs nothing
 * @example hasRoomFor(bot, 'oak_log')
 */
function hasRoomFor (bot, name) {
  return bot.inventory.emptySlotCount() > 0 ||
    bot.inventory.items().some(item => item.name === name && item.count < item.stackSize)
}
module.exports = hasRoomFor
