'use strict'
/**
 * Counts items by their name.
 * @internal
 * @param {object[]} items - e.g. bot.inventory.items()
 * @keywords inventory count
 * @needs nothing
 * @example amounts(chest.containerItems())
 */
function amounts (items) {
  const counts = {}
  for (const { name, count } of items) counts[name] = (counts[name] ?? 0) + count
  return counts
}
module.exports = amounts
