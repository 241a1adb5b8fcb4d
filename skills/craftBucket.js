'use strict'
/**
 * Makes empty buckets; mines and smelts missing iron.
 * @param {number} [count=1] - how many
 * @keywords bucket pail iron water milk lava
 * @needs three iron ingots per bucket, or a world that has iron ore, stone and trees
 * @example craftBucket(bot)
 * @arena mine
 * @give stone_pickaxe=1
 * @expect bucket=1
 */
async function craftBucket (bot, count = 1) {
  const IRON = takenBy(bot, 'bucket', 'iron_ingot')
  const wanted = wholeNumber(count)
  const missing = IRON * wanted - (holdings(bot).iron_ingot ?? 0)
  if (missing > 0) await makeIngots(bot, 'iron', missing)
  return make(bot, 'bucket', wanted)
}
module.exports = craftBucket
