'use strict'
/**
 * Converts a place in any accepted form to a Vec3.
 * @internal
 * @param {Vec3} place - a Vec3, {x, y, z} or [x, y, z]
 * @param {string} [what=position] - the argument's name, for the error message
 * @keywords position argument check
 * @needs nothing
 * @example asPlace([8, 5, 8])
 */
function asPlace (place, what = 'position') {
  const [x, y, z] = (Array.isArray(place) ? place : [place?.x, place?.y, place?.z])
    .map(v => v === null || v === undefined ? NaN : Number(v))
  if (![x, y, z].every(Number.isFinite)) throw fail('BAD_ARGUMENT', `${what} has to be a place with finite x, y and z`)
  return new Vec3(x, y, z)
}
module.exports = asPlace
