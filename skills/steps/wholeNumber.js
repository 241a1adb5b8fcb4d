'use strict'
/**
 * Checks that a count is a whole number of at least 1 and returns it.
 * @internal
 * @param {number} count - what the caller was given
 * @keywords argument check
 * @needs nothing
 * @example wholeNumber(3)
 */
function wholeNumber (count) {
  const n = Number(count)
  if (!Number.isInteger(n) || n < 1 || n > 2304) {
    throw fail('BAD_ARGUMENT', `count has to be a whole number from 1 to 2304, not ${String(count).slice(0, 40)}`)
  }
  return n
}
module.exports = wholeNumber
