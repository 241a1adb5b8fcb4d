'use strict'
/**
 * Adds the caller's progress to a skill's failure. Errors of the sandbox and the guard, and programming errors, are
 * passed on unchanged.
 * @internal
 * @param {Error} error - the caught error
 * @param {string} more - the text to add
 * @keywords error message
 * @needs nothing
 * @example tellMore(error, 'got 2 of 3 leather')
 */
function tellMore (error, more) {
  const theirs = !error?.code || ['FORBIDDEN', 'LIMIT'].includes(error.code)
  if (theirs || !more) return error
  const told = fail(error.code, `${error.message}; ${more}`)
  told.stack = error.stack // the failure is reported at the line where it happened, and not at this one
  return told
}
module.exports = tellMore
