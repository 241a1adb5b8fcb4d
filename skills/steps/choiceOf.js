'use strict'
/**
 * Checks that an argument is one of the allowed words and returns it.
 * @internal
 * @param {string} value - the value that the caller received
 * @param {string[]} choices - the allowed words
 * @param {string} what - the argument's name, for the error message
 * @param {string} [other] - one more allowed word, e.g. any
 * @keywords argument check
 * @needs nothing
 * @example choiceOf('oak', ['oak', 'birch'], 'kind', 'any')
 */
function choiceOf (value, choices, what, other = null) {
  if (value === other || choices.includes(value)) return value
  const words = `${other ? `${other} or ` : ''}one of ${choices.join(', ')}`
  throw fail('BAD_ARGUMENT', `${what} has to be ${words}, not '${String(value).slice(0, 40)}'`)
}
module.exports = choiceOf
