'use strict'
/**
 * Fails with MISSING_ITEM unless the bot holds enough of an item.
 * @internal
 * @param {object} kind - the item, as lookUp returned it
 * @param {number} count - how many
 * @param {string} deed - what they are for, for the error message
 * @keywords inventory check missing
 * @needs nothing
 * @example mustHold(bot, lookUp('item', 'iron_ore'), 3, 'smelt')
 */
function mustHold (bot, kind, count, deed) {
  const held = holdings(bot)[kind.name] ?? 0
  if (held >= count) return
  throw fail(
    'MISSING_ITEM',
    `the bot holds ${held} ${kind.name}, but needs ${count} to ${deed}: ${count - held} missing`
  )
}
module.exports = mustHold
