'use strict'
/**
 * Harvests ripe crops and sows each again.
 * @param {string} [crop=wheat] - wheat, carrots, potatoes or beetroots
 * @param {number} [count=4] - how many plants
 * @keywords harvest reap crop wheat carrots potatoes beetroots field farm replant
 * @needs ripe plants, in sight or to be found
 * @example harvestCrop(bot, 'wheat', 4)
 * @arena village
 * @expect wheat=4
 */
async function harvestCrop (bot, crop = 'wheat', count = 4) {
  const wanted = wholeNumber(count)
  const { plant, seed } = seedOf(crop)
  const before = holdings(bot)
  let sown = 0
  let why = `it left no ${seed}`
  for (let reaped = 0; reaped < wanted; reaped++) {
    try {
      await lookFor(bot, () => inSight(bot, { blocks: [plant] }), `ripe ${plant}`)
      await mineBlock(bot, plant, 1)
      await sow(reaped + 1 - sown)
    } catch (error) {
      throw tellMore(error, `reaped ${reaped} of ${wanted}`)
    }
  }
  if (sown < wanted) console.warn(`${wanted - sown} of ${wanted} ${plant} not sown again: ${why}`)
  return gainedSince(bot, before)

  async function sow (due) { // one may leave no seed, and the next two
    const seeds = () => holdings(bot)[seed] ?? 0
    const since = seeds()
    try {
      if (since) await plantCrop(bot, plant, Math.min(due, since))
    } catch (error) {
      if (!anotherMayDo(error, 'NOT_FOUND', 'NO_SPACE')) throw error
      why = error.message // the soil is trampled, perhaps
    }
    sown += Math.max(0, since - seeds())
  }
}
module.exports = harvestCrop
