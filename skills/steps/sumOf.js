'use strict'
/**
 * Adds up amounts of items: all of them, or those whose names have a certain ending.
 * @internal
 * @param {object} amounts - how many of each item, e.g. a result of holdings(bot)
 * @param {string} [ending] - e.g. _log
 * @keywords inventory count sum
 * @needs nothing
 * @example sumOf(holdings(bot), '_log')
 */
function sumOf (amounts, ending = '') {
  return Object.entries(amounts).reduce((sum, [name, n]) => name.endsWith(ending) ? sum + n : sum, 0)
}
module.exports = sumOf
