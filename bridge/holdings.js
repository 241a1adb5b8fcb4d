'use strict'
/**
 * The items that a bot holds, as {item: count}: slots, armour, off-hand, crafting grid and cursor, as the server
 * counts them. The slot of a crafting result is not counted, because nothing has been crafted yet.
 */
const RESULT_SLOT = 0
const ARMOUR = [5, 6, 7, 8]
const OFF_HAND = 45

function holdings (bot) {
  return amountsOf(stacks(bot))
}

/** {item: count} of stacks, some of which may be null. */
function amountsOf (items) {
  const counts = {}
  for (const item of items) {
    if (item) counts[item.name] = (counts[item.name] ?? 0) + item.count
  }
  return counts
}

function * stacks (bot) {
  const { inventory, currentWindow } = bot
  if (currentWindow) {
    const craft = currentWindow.craftingResultSlot ?? -1
    const own = craft >= 0 ? craft + 1 : currentWindow.inventoryStart
    yield * currentWindow.slots.slice(own, currentWindow.inventoryEnd)
    yield currentWindow.selectedItem
    for (const slot of [...ARMOUR, OFF_HAND]) yield inventory.slots[slot]
  } else {
    yield * inventory.slots.slice(RESULT_SLOT + 1)
    yield inventory.selectedItem
  }
}

/** Returns how many more of an item fit into the inventory's slots. */
function roomFor (bot, name) {
  const size = bot.registry.itemsByName[name]?.stackSize ?? 0
  const free = bot.inventory.items().reduce((sum, s) => s.name === name ? sum + size - s.count : sum, 0)
  return free + size * bot.inventory.emptySlotCount()
}

/** The difference between two holdings; a negative number is a loss. */
function gained (before, after) {
  const difference = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const n = (after[name] ?? 0) - (before[name] ?? 0)
    if (n !== 0) difference[name] = n
  }
  return difference
}

module.exports = { holdings, amountsOf, roomFor, gained }
