'use strict'
/**
 * Tells whether a skill failed because of one block or place alone, so that another one may do.
 * @internal
 * @param {Error} error - what was caught
 * @param {string} codes - further codes that count, none or several
 * @keywords error code retry
 * @needs nothing
 * @example anotherMayDo(error, 'NO_SPACE')
 */
function anotherMayDo (error, ...codes) {
  return ['NO_PATH', 'OUT_OF_REACH', 'NO_EFFECT', ...codes].includes(error.code)
}
module.exports = anotherMayDo
