'use strict'
/**
 * Returns whether a skill failed only because of one block or place, so that another one may work.
 * @internal
 * @param {Error} error - the caught error
 * @param {string} codes - further codes to accept, if any
 * @keywords error code retry
 * @needs nothing
 * @example anotherMayDo(error, 'NO_SPACE')
 */
function anotherMayDo (error, ...codes) {
  return ['NO_PATH', 'OUT_OF_REACH', 'NO_EFFECT', ...codes].includes(error.code)
}
module.exports = anotherMayDo
