'use strict'
/**
 * Puts items into a chest.
 * @param {Vec3} chestPosition - the position of the chest
 * @param {object} itemsToDeposit - how many of each item
 * @keywords put store keep barrel
 * @needs the items in the inventory; room in the chest
 * @example depositItemIntoChest(bot, bot.findBlock({ matching: mcData.blocksByName.chest.id, maxDistance: 64
 *   }).position, { dirt: 12 })
 * @arena village
 * @give dirt=12
 */
async function depositItemIntoChest (bot, chestPosition, itemsToDeposit) {
  const wanted = wishes(itemsToDeposit, 'itemsToDeposit')
  for (const { kind, count } of wanted) mustHold(bot, kind, count, 'lay in')
  const chest = await openChest(bot, chestPosition)
  try {
    for (const { kind, count } of wanted) {
      const empty = chest.slots.slice(0, -36).filter(item => !item).length
      const room = chest.containerItems().filter(item => item.type === kind.id)
        .reduce((sum, item) => sum + item.stackSize - item.count, empty * kind.stackSize)
      if (room < count) throw fail('NO_SPACE', `the chest has room for ${room} of ${count} ${kind.name}`)
      await chest.deposit(kind.id, null, count)
    }
  } finally {
    chest.close()
    await bot.waitForTicks(2)
  }
  return Object.fromEntries(wanted.map(({ kind, count }) => [kind.name, count]))
}
module.exports = depositItemIntoChest
