'use strict'
/**
 * Shears sheep without an owner, and picks up their wool.
 * @param {number} [count=1] - how many sheep
 * @keywords wool shear sheep cut fleece gather
 * @needs shears in the inventory; sheep with wool in sight
 * @example shearSheep(bot, 2)
 * @give shears=1
 * @expect white_wool=2
 */
async function shearSheep (bot, count = 1) {
  const { mobs: SIGHT, shear, eyes } = rules.distances
  const wanted = wholeNumber(count)
  if (!bot.inventory.items().some(item => item.name === 'shears')) {
    throw fail('MISSING_ITEM', 'no shears in the inventory')
  }
  const before = holdings(bot)
  const passed = new Map() // id -> why it cannot be had
  let shorn = 0
  while (shorn < wanted) {
    const sheep = bot.nearestEntity(
      e => e.name === 'sheep' && e.isValid && !isBare(e) && !ownerOf(e) && !passed.has(e.id) && away(e) <= SIGHT
    )
    if (!sheep) break
    const ignore = new Set(dropsNear(bot, sheep.position, 8).map(drop => drop.id))
    try {
      await approach(sheep)
      await cut(sheep)
    } catch (error) {
      if (!['NO_PATH', 'NO_EFFECT'].includes(error.code)) throw error
      passed.set(sheep.id, error)
      continue
    }
    shorn++
    const names = mcData.itemsArray.map(item => item.name).filter(name => name.endsWith('_wool'))
    await collectDrops(bot, { place: sheep.position, names, ignore, patience: 16 })
  }
  const gained = gainedSince(bot, before)
  if (shorn >= wanted && Object.keys(gained).some(name => name.endsWith('_wool'))) return gained
  const got = shorn ? `shorn ${shorn} of ${wanted}` : ''
  const lost = bot.inventory.emptySlotCount() ? 'NO_EFFECT' : 'INVENTORY_FULL'
  if (shorn >= wanted) throw tellMore(fail(lost, 'the wool did not reach the inventory'), got)
  const none = `no ${shorn ? 'other ' : ''}sheep with wool in sight (${SIGHT} blocks)`
  const [why = fail('NOT_FOUND', none)] = passed.values()
  throw tellMore(why, got)

  function away (sheep) { return bot.entity.position.offset(0, eyes, 0).distanceTo(sheep.position.offset(0, 0.6, 0)) }

  async function approach (sheep) { // it wanders meanwhile
    for (let i = 0; i < 6 && away(sheep) > shear; i++) {
      const { x, y, z } = sheep.position
      await walk(
        bot,
        new GoalNear(x, y, z, 2),
        'the sheep',
        () => !sheep.isValid || isBare(sheep) || away(sheep) <= shear
      )
      if (!sheep.isValid || isBare(sheep)) break
    }
    if (!sheep.isValid || isBare(sheep)) throw fail('NO_EFFECT', 'somebody else sheared or killed the sheep first')
    if (away(sheep) > shear) throw fail('NO_PATH', 'the sheep stays out of reach')
  }

  async function cut (sheep) {
    if (!bot.inventory.items().some(item => item.name === 'shears')) {
      throw fail('MISSING_ITEM', `the shears are worn out; shorn ${shorn} of ${wanted}`)
    }
    await equipItem(bot, 'shears')
    await bot.activateEntity(sheep)
    if (!await waitUntil(bot, () => isBare(sheep), 8)) throw fail('NO_EFFECT', 'the sheep still has its wool')
  }
}
module.exports = shearSheep
