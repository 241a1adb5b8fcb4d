'use strict'
/**
 * Crafts a recipe several times with few clicks: the ingredients of all of them are put into the grid at once, and then
 * the result is taken as often as there is one.
 *
 * mineflayer puts in the ingredients of one, takes the result, puts it away, and begins anew. A click takes a tick.
 * mineflayer's way remains for a single item, and for recipes that leave something in the grid, e.g. an empty bucket.
 */
const { vessels } = require('../game/facts')
const { GRID, OUTSIDE } = require('./clicks')
const { coded } = require('./failure')

const RESULT = 0

function speedUpCrafting (bot) {
  const { craft, openBlock } = bot
  const Item = require('prismarine-item')(bot.registry)

  bot.craft = async (recipe, times, table) => {
    const count = parseInt(times ?? 1, 10)
    const most = mostAtOnce(recipe)
    if (!(count > 1 && most > 1) || (recipe.requiresTable && !table)) return craft(recipe, times, table)
    const window = table ? await openBlock(table) : bot.inventory
    try {
      if (table && window.type !== 'minecraft:crafting') {
        throw coded('NEEDS_TABLE', `the ${table.name} is no crafting table`)
      }
      for (let left = count; left > 0;) {
        const now = Math.min(left, most, timesHeld(window, recipe))
        if (now < 1) throw coded('MISSING_ITEM', `missing ingredient; crafted ${count - left} of ${count} times`)
        await craftBatch(window, recipe, now)
        left -= now
      }
      if (table) await bot._syncWindow(window) // as mineflayer does: its last click has no answer
    } catch (error) {
      if (!table) await empty(window).catch(() => {}) // the error is the reason, and a closed window gives all back
      throw error
    } finally {
      if (table) await bot.closeWindow(window)
    }
  }

  /** The largest number of times that fit into the grid at once: neither a cell nor the cursor holds over a stack. */
  function mostAtOnce ({ result, outShape, delta }) {
    const used = delta.filter(({ count }) => count < 0)
    if (outShape || used.some(({ id }) => vessels[bot.registry.items[id].name])) return 1
    const stack = id => bot.registry.items[id].stackSize
    return Math.min(Math.floor(stack(result.id) / result.count), ...used.map(({ id }) => stack(id)))
  }

  /** How many times the recipe can be crafted from what is held. */
  function timesHeld ({ slots, inventoryStart, inventoryEnd }, { delta }) {
    const held = slots.slice(inventoryStart, inventoryEnd)
    const countOf = wanted => held.reduce((sum, item) => sum + (matches(item, wanted) ? item.count : 0), 0)
    return Math.min(
      ...delta.filter(({ count }) => count < 0).map(wanted => Math.floor(countOf(wanted) / -wanted.count))
    )
  }

  async function craftBatch (window, recipe, times) {
    const cells = cellsOf(recipe, window === bot.inventory ? 2 : 3)
    let home = null // the slot from which the item on the cursor came
    for (const { slot, ingredient } of cells) {
      for (let lacks = times; lacks > 0;) {
        if (!matches(window.selectedItem, ingredient)) {
          const source = window.findInventoryItem(ingredient.id, ingredient.metadata)
          if (!source) throw coded('MISSING_ITEM', 'missing ingredient; it was taken away meanwhile')
          home = source.slot
          await click(window, home)
        }
        const all = window.selectedItem.count <= lacks
        lacks -= all ? window.selectedItem.count : 1
        await click(window, slot, all ? 0 : 1)
      }
    }
    await putAway(window, home)
    const { id, count, metadata } = recipe.result
    for (let left = times - 1; left >= 0; left--) {
      // Servers tell of the result before or after they answer the click, and of the cells not at all.
      window.updateSlot(RESULT, new Item(id, count, metadata))
      await click(window, RESULT)
      for (const { slot, ingredient } of cells) {
        window.updateSlot(slot, left ? new Item(ingredient.id, left, ingredient.metadata) : null)
      }
    }
    await putAway(window)
  }

  /** Clicks in this window alone: once the server has closed it, clicks would go into the bot's own inventory. */
  async function click (window, slot, button = 0) {
    if ((bot.currentWindow ?? bot.inventory) !== window) throw coded('NO_EFFECT', 'the window was closed meanwhile')
    await bot.clickWindow(slot, button, 0)
  }

  /** Puts what the cursor holds into the inventory; the rest goes back to the slot `home`, or falls. */
  async function putAway (window, home = null) {
    const { inventoryStart: from, inventoryEnd: to } = window
    while (window.selectedItem) {
      const { type, metadata, nbt } = window.selectedItem
      const place = window.findItemRange(from, to, type, metadata, true, nbt)?.slot ??
        window.firstEmptySlotRange(from, to) ?? home ?? OUTSIDE
      if (place === home) home = null // if it holds another thing by now, that falls
      await click(window, place)
    }
  }

  /** Puts what lies on the cursor and in the bot's own grid into its inventory. */
  async function empty (window) {
    await putAway(window)
    for (const slot of GRID) {
      if (!window.slots[slot]) continue
      await click(window, slot)
      await putAway(window)
    }
  }

  /** The slots of a grid and what belongs in them; the same things one after the other. */
  function cellsOf ({ inShape, ingredients }, width) {
    const cells = (inShape ?? [])
      .flatMap((row, y) => row.map((ingredient, x) => ({ slot: 1 + x + width * y, ingredient })))
      .filter(({ ingredient }) => ingredient.id !== -1)
    const taken = new Set(cells.map(({ slot }) => slot))
    const free = Array.from({ length: width * width }, (_, at) => at + 1).filter(slot => !taken.has(slot))
    const loose = (ingredients ?? []).map((ingredient, at) => ({ slot: free[at], ingredient }))
    return [...cells, ...loose].sort((a, b) => a.ingredient.id - b.ingredient.id)
  }
}

function matches (item, { id, metadata }) {
  return item?.type === id && (metadata == null || item.metadata === metadata)
}

module.exports = speedUpCrafting
