'use strict'
/**
 * Grows a crop from seed to harvest: tills, sows, waits and harvests.
 * @param {string} [crop=wheat] - wheat, carrots, potatoes or beetroots
 * @param {number} [count=1] - how many plants
 * @param {number} [patience=600] - maximum wait in seconds of game time; without bone meal, a crop takes at least
 *   twenty minutes
 * @keywords grow farm raise crop wheat carrots sow bone meal ripe wait
 * @needs seeds; free farmland or a hoe
 * @example raiseCrop(bot, 'wheat', 2)
 * @give wooden_hoe=1, wheat_seeds=2, bone_meal=10
 * @expect wheat=2
 */
async function raiseCrop (bot, crop = 'wheat', count = 1, patience = 600) {
  const LOOK = 40 // ticks between two looks at what grows
  const wanted = wholeNumber(count)
  const seconds = wholeNumber(patience, 'patience')
  const { plant } = seedOf(crop)
  const before = holdings(bot)
  const places = (await plantCrop(bot, plant, wanted)).map(field => field.offset(0, 1, 0))
  const end = bot.tick + 20 * seconds
  const standing = () => places.filter(place => bot.blockAt(place)?.name === plant)
  const unripe = () => standing().filter(place => !isRipe(bot.blockAt(place)))
  while (unripe().length) {
    const [place] = unripe()
    if (holdings(bot).bone_meal) await boneMeal(bot, place)
    else if (bot.tick >= end) {
      const ripe = `${standing().length - unripe().length} of ${wanted} ${plant} ripe after ${seconds} s`
      throw fail('NO_EFFECT', `${ripe}; the others are still growing, e.g. at ${coordinates(place)}`)
    } else await bot.waitForTicks(Math.min(LOOK, Math.max(1, end - bot.tick)))
  }
  let reaped = 0
  for (const place of standing()) { // these, and no others that are ripe
    const since = holdings(bot)
    if (await digBlock(bot, place)) reaped++
    await collectDrops(bot, { place: place.offset(0.5, 0, 0.5), radius: 4, since, patience: 12 })
  }
  const gained = gainedSince(bot, before)
  if (reaped < wanted) {
    const gone = `${wanted - reaped} of ${wanted} ${plant} that were sown at ${coordinates(places[0])} are gone`
    throw fail('NO_EFFECT', `${gone}; harvested ${reaped}`)
  }
  if (!Object.keys(gained).length) {
    const code = bot.inventory.emptySlotCount() ? 'NO_EFFECT' : 'INVENTORY_FULL'
    throw fail(code, `harvested ${reaped} ${plant}, but nothing reached the inventory`)
  }
  return gained
}
module.exports = raiseCrop
