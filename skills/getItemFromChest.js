'use strict'
/**
 * Takes items out of a chest.
 * @param {Vec3} chestPosition - the position of the chest
 * @param {object} itemsToGet - how many of each item
 * @keywords fetch withdraw store barrel
 * @needs the items in the chest; room in the inventory
 * @example getItemFromChest(bot, bot.findBlock({ matching: mcData.blocksByName.chest.id, maxDistance: 64 }).position,
 *   { bread: 1 })
 * @arena village
 * @expect bread=1
 */
async function getItemFromChest (bot, chestPosition, itemsToGet) {
  const wanted = wishes(itemsToGet, 'itemsToGet')
  const chest = await openChest(bot, chestPosition)
  const before = amounts(chest.items())
  const inside = amounts(chest.containerItems())
  try {
    for (const { kind, count } of wanted) {
      const there = inside[kind.name] ?? 0
      if (there < count) throw fail('MISSING_ITEM', `the chest contains ${there} ${kind.name}, but ${count} are wanted`)
    }
    for (const { kind, count } of wanted) {
      const room = chest.items().filter(item => item.type === kind.id)
        .reduce((sum, item) => sum + item.stackSize - item.count, chest.emptySlotCount() * kind.stackSize)
      if (room < count || !chest.emptySlotCount()) throw fail('INVENTORY_FULL', `no room for ${count} ${kind.name}`)
      await chest.withdraw(kind.id, null, count)
    }
  } finally {
    chest.close()
    await bot.waitForTicks(2)
  }
  return gainedSince(bot, before)
}
module.exports = getItemFromChest
