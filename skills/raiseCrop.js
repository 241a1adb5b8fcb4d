'use strict'
/**
 * Grows a crop from seed to harvest: tills and sows, strews bone meal if some is held, waits until it is ripe and reaps it.
 * @param {string} [crop=wheat] - wheat, carrots, potatoes or beetroots
 * @param {number} [count=1] - how many plants
 * @param {number} [patience=600] - seconds of game time to wait at most; without bone meal a crop takes twenty minutes and more
 * @keywords grow farm raise crop wheat carrots sow bone meal ripe wait
 * @needs seeds; free farmland or a hoe
 * @example raiseCrop(bot, 'wheat', 2)
 * @give wooden_hoe=1, wheat_seeds=2, bone_meal=10
 * @expect wheat=2
 */
async function raiseCrop (bot, crop = 'wheat', count = 1, patience = 600) {
  const LOOK = 40 // ticks between two looks at what grows
  const wanted = wholeNumber(count)
  const seconds = wholeNumber(patience)
  const before = holdings(bot)
  const fields = await plantCrop(bot, crop, wanted)
  const plants = fields.map(field => field.offset(0, 1, 0))
  const end = bot.tick + 20 * seconds
  const kind = bot.blockAt(plants[0])?.name
  const unripe = () => plants.filter(place => bot.blockAt(place)?.name === kind && !isRipe(bot.blockAt(place)))
  while (unripe().length) {
    const [place] = unripe()
    if (holdings(bot).bone_meal) {
      await reachBlock(bot, place)
      await equipItem(bot, 'bone_meal')
      await bot.activateBlock(bot.blockAt(place))
      await bot.waitForTicks(4)
    } else if (bot.tick >= end) throw fail('NO_EFFECT', `${plants.length - unripe().length} of ${wanted} ${kind} ripe after ${seconds} s; the rest still grows at ${place.x} ${place.y} ${place.z}`)
    else await bot.waitForTicks(Math.min(LOOK, Math.max(1, end - bot.tick)))
  }
  const standing = plants.filter(place => bot.blockAt(place)?.name === kind).length
  if (!standing) throw fail('NO_EFFECT', `what was sown is gone from ${plants[0].x} ${plants[0].y} ${plants[0].z}`)
  await mineBlock(bot, kind, standing)
  return gainedSince(bot, before)
}
module.exports = raiseCrop
