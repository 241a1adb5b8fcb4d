'use strict'
/**
 * Gets seeds from grass (wheat) or ripe crops.
 * @param {number} [count=4] - how many
 * @param {string} [crop=wheat] - wheat, beetroots, carrots or potatoes; carrots and potatoes are their own seeds
 * @keywords seeds wheat grass sow farm field
 * @needs grass or ripe crops, in sight or to be found
 * @example gatherSeeds(bot, 4)
 * @arena village
 * @expect wheat_seeds=4
 */
async function gatherSeeds (bot, count = 4, crop = 'wheat') {
  const wanted = wholeNumber(count)
  const before = holdings(bot)
  await gatherRaw(bot, seedOf(crop).seed, wanted)
  return gainedSince(bot, before) // the wheat that came with them too
}
module.exports = gatherSeeds
