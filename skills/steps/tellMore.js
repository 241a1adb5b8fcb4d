'use strict'
/**
 * Adds to a skill's failure how far the caller has come; what the sandbox and the guard say, and slips, are passed on
 * as they are.
 * @internal
 * @param {Error} error - what was caught
 * @param {string} more - the words to add
 * @keywords error message
 * @needs nothing
 * @example tellMore(error, 'got 2 of 3 leather')
 */
function tellMore (error, more) {
  const theirs = !error?.code || ['FORBIDDEN', 'LIMIT'].includes(error.code)
  return theirs || !more ? error : fail(error.code, `${error.message}; ${more}`)
}
module.exports = tellMore
