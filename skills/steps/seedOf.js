'use strict'
/**
 * Returns the names of a crop's plant and seed: { plant, seed }.
 * @internal
 * @param {string} crop - wheat, carrots, potatoes or beetroots, or the name of the seed
 * @keywords crop seed
 * @needs nothing
 * @example seedOf('wheat').seed
 */
function seedOf (crop) {
  const sown = Object.keys(rules.crops).filter(name => rules.crops[name].seed)
  const asked = String(crop).trim().toLowerCase()
  const plant = sown.find(name => [name, rules.crops[name].seed, name.replace(/e?s$/, '')].includes(asked))
  if (!plant) {
    throw fail('BAD_ARGUMENT', `crop has to be one of ${sown.join(', ')}, not '${asked.slice(0, 40)}'`)
  }
  return { plant, seed: rules.crops[plant].seed }
}
module.exports = seedOf
