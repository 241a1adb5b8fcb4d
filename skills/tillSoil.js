'use strict'
/**
 * Tills grass or dirt into farmland with a hoe, near water if possible.
 * @param {number} [count=1] - how many blocks
 * @keywords farm field hoe soil farmland plough till
 * @needs a hoe in the inventory; free grass or dirt within 24 blocks
 * @example tillSoil(bot, 4)
 * @give wooden_hoe=1
 */
async function tillSoil (bot, count = 1) {
  const SIGHT = 24
  const WET = 4 // blocks from water within which farmland keeps wet
  const SOILS = ['grass_block', 'dirt', 'grass_path']
  const wanted = wholeNumber(count)
  const hoe = bot.inventory.items().find(item => item.name.endsWith('_hoe'))
  if (!hoe) throw fail('MISSING_ITEM', 'no hoe in the inventory')
  const water = bot.findBlocks({ matching: mcData.blocksByName.water.id, maxDistance: SIGHT + WET, count: 256 })
  const tilled = []
  const refused = new Map() // place -> why
  while (tilled.length < wanted) {
    const place = nextSoil()
    if (!place) break
    try {
      await till(place)
      tilled.push(place)
    } catch (error) {
      if (!anotherMayDo(error)) throw error
      refused.set(String(place), error)
    }
  }
  if (tilled.length === wanted) return tilled
  const [why = fail('NOT_FOUND', `no free grass or dirt within ${SIGHT} blocks`)] = refused.values()
  throw tellMore(why, tilled.length ? `tilled ${tilled.length} of ${wanted}` : '')

  function nextSoil () {
    const feet = bot.entity.position.floored()
    return bot
      .findBlocks({ matching: SOILS.map(name => mcData.blocksByName[name].id), maxDistance: SIGHT, count: 1024 })
      .filter(p => !refused.has(String(p)) && bot.blockAt(p.offset(0, 1, 0))?.name === 'air')
      .map(p => ({
        p,
        cost: p.distanceTo(feet) + (isWet(p) ? 0 : 2 * SIGHT) + (tilled.length ? 2 * p.distanceTo(tilled[0]) : 0)
      }))
      .sort((a, b) => a.cost - b.cost)[0]?.p
  }

  function isWet (p) {
    return water.some(
      w => (w.y === p.y || w.y === p.y + 1) && Math.max(Math.abs(w.x - p.x), Math.abs(w.z - p.z)) <= WET
    )
  }

  async function till (place) {
    await reachBlock(bot, place, 2)
    const hoe = bot.inventory.items().find(item => item.name.endsWith('_hoe'))
    if (!hoe) throw fail('MISSING_ITEM', `the hoe is worn out; tilled ${tilled.length} of ${wanted}`)
    await equipItem(bot, hoe.name)
    await bot.activateBlock(bot.blockAt(place))
    const done = await waitUntil(bot, () => bot.blockAt(place)?.name === 'farmland', 5)
    if (!done) throw fail('NO_EFFECT', `the soil at ${coordinates(place)} is not tilled`)
  }
}
module.exports = tillSoil
