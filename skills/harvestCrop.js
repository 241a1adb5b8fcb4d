'use strict'
/**
 * Reaps ripe crops and sows each again with what came of it, so that the field is as it was.
 * @param {string} [crop=wheat] - wheat, carrots, potatoes or beetroots
 * @param {number} [count=4] - how many plants
 * @keywords harvest reap crop wheat carrots potatoes beetroots field farm replant
 * @needs ripe plants, in sight or to be found
 * @example harvestCrop(bot, 'wheat', 4)
 * @arena village
 * @expect wheat=4
 */
async function harvestCrop (bot, crop = 'wheat', count = 4) {
  const YIELDS = { wheat: ['wheat', 'wheat_seeds'], carrots: ['carrot', 'carrot'], potatoes: ['potato', 'potato'], beetroots: ['beetroot', 'beetroot_seeds'] }
  const wanted = wholeNumber(count)
  if (!Object.hasOwn(YIELDS, crop)) throw fail('BAD_ARGUMENT', `crop has to be one of ${Object.keys(YIELDS).join(', ')}, not '${String(crop).slice(0, 40)}'`)
  const [, seed] = YIELDS[crop]
  const before = holdings(bot)
  for (let reaped = 0; reaped < wanted; reaped++) {
    try {
      await lookFor(bot, () => inSight(bot, { blocks: [crop] }), `ripe ${crop}`)
      await mineBlock(bot, crop, 1)
    } catch (error) {
      throw fail(error.code, `${error.message}; reaped ${reaped} of ${wanted}`)
    }
    if (!holdings(bot)[seed]) continue // a plant may leave no seed; a later one may leave two
    try {
      await plantCrop(bot, crop, 1)
    } catch (error) {
      if (!['NOT_FOUND', 'NO_PATH', 'NO_EFFECT', 'NO_SPACE', 'OUT_OF_REACH'].includes(error.code)) throw error // trampled
    }
  }
  return gainedSince(bot, before)
}
module.exports = harvestCrop
