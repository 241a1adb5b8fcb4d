'use strict'
/**
 * Checks that an argument is a whole number of at least 1 and returns it.
 * @internal
 * @param {number} value - the value that the caller received
 * @param {string} [what=count] - the argument's name, for the error message
 * @keywords argument check
 * @needs nothing
 * @example wholeNumber(3)
 */
function wholeNumber (value, what = 'count') {
  const n = Number(value)
  if (!Number.isInteger(n) || n < 1 || n > 2304) {
    throw fail('BAD_ARGUMENT', `${what} has to be a whole number from 1 to 2304, not ${String(value).slice(0, 40)}`)
  }
  return n
}
module.exports = wholeNumber
