'use strict'
/**
 * Checks item amounts and looks the items up: [{ kind, count }].
 * @internal
 * @param {object} items - e.g. {bread: 2}
 * @param {string} what - the argument's name, for the error message
 * @keywords argument check
 * @needs nothing
 * @example wishes({ bread: 2 }, 'itemsToGet')
 */
function wishes (items, what) {
  const rows = items && typeof items === 'object' && !Array.isArray(items) ? Object.entries(items) : []
  if (!rows.length) throw fail('BAD_ARGUMENT', `${what} has to give an amount for each item, e.g. {bread: 2}`)
  return rows.map(([name, count]) => ({ kind: lookUp('item', name), count: wholeNumber(count) }))
}
module.exports = wishes
