'use strict'
/**
 * Sows wheat, carrots, potatoes or beetroots on free farmland; tills more soil with a held hoe.
 * @param {string} crop - wheat, carrots, potatoes or beetroots, or the name of the seed
 * @param {number} [count=1] - how many plants
 * @keywords farm sow seed plant grow field wheat bread
 * @needs the seeds in the inventory; free farmland within ${rules.distances.farmland} blocks, or a hoe
 * @example plantCrop(bot, 'wheat', 3)
 * @give wooden_hoe=1, wheat_seeds=3
 */
async function plantCrop (bot, crop, count = 1) {
  const SIGHT = rules.distances.farmland
  const wanted = wholeNumber(count)
  const { plant, seed } = seedOf(crop)
  const stock = bot.inventory.items().filter(item => item.name === seed).reduce((sum, item) => sum + item.count, 0)
  if (stock < wanted) {
    throw fail('MISSING_ITEM', `${wanted} ${plant} need ${wanted} ${seed}; the inventory has ${stock}`)
  }
  const sown = []
  const refused = new Map() // place -> why
  while (sown.length < wanted) {
    const place = freeFarmland() ?? await newFarmland()
    try {
      await sow(place)
      sown.push(place)
    } catch (error) {
      if (!anotherMayDo(error, 'NO_SPACE') || refused.size >= 3) throw error
      refused.set(String(place), error)
    }
  }
  return sown

  function freeFarmland () {
    return bot.findBlocks({ matching: mcData.blocksByName.farmland.id, maxDistance: SIGHT, count: 512 })
      .filter(p => !refused.has(String(p)) && bot.blockAt(p.offset(0, 1, 0))?.name === 'air')
      .sort((a, b) => a.distanceTo(bot.entity.position) - b.distanceTo(bot.entity.position))[0]
  }

  async function newFarmland () {
    if (bot.inventory.items().some(item => item.name.endsWith('_hoe'))) return (await tillSoil(bot, 1))[0]
    const [why] = refused.values()
    const none = `no free farmland within ${SIGHT} blocks, and no hoe to till some`
    throw why ?? fail('NOT_FOUND', `${none}; sown ${sown.length} of ${wanted}`)
  }

  async function sow (place) {
    const above = place.offset(0, 1, 0)
    await reachBlock(bot, place, 2)
    await equipItem(bot, seed)
    const error = await bot.placeBlock(bot.blockAt(place), new Vec3(0, 1, 0)).then(() => null, e => e)
    if (!await waitUntil(bot, () => bot.blockAt(above)?.name === plant, 5)) {
      const why = error ? `: ${error.message}` : ''
      throw fail('NO_EFFECT', `${plant} was not planted at ${coordinates(above)}${why}`)
    }
  }
}
module.exports = plantCrop
