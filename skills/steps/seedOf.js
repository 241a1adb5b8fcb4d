'use strict'
/**
 * Tells what a crop's plant and seed are called: { plant, seed }.
 * @internal
 * @param {string} crop - wheat, carrots, potatoes or beetroots, or the seed's name
 * @keywords crop seed
 * @needs nothing
 * @example seedOf('wheat').seed
 */
function seedOf (crop) {
  const SEEDS = { wheat: 'wheat_seeds', carrots: 'carrot', potatoes: 'potato', beetroots: 'beetroot_seeds' }
  const asked = String(crop).trim().toLowerCase()
  const plant = Object.keys(SEEDS).find(name => [name, SEEDS[name], name.replace(/e?s$/, '')].includes(asked))
  if (!plant) {
    throw fail('BAD_ARGUMENT', `crop has to be one of ${Object.keys(SEEDS).join(', ')}, not '${asked.slice(0, 40)}'`)
  }
  return { plant, seed: SEEDS[plant] }
}
module.exports = seedOf
