'use strict'
/**
 * Crafts a recipe several times with few clicks: the ingredients of all of them are put into the grid at once, and then
 * the result is taken as often as there is one.
 *
 * mineflayer puts in the ingredients of one, takes the result, puts it away, and begins anew. A click takes a tick.
 * mineflayer's way remains for a single item, and for recipes that leave something in the grid, e.g. buckets.
 */

const RESULT = 0

function mendCrafting (bot) {
  const { craft, openBlock } = bot
  const Item = require('prismarine-item')(bot.registry)

  bot.craft = async (recipe, times, table) => {
    const count = parseInt(times ?? 1, 10)
    const most = atOnce(recipe)
    if (!(count > 1 && most > 1) || (recipe.requiresTable && !table)) return craft(recipe, times, table)
    const window = table ? await openBlock(table) : bot.inventory
    try {
      if (table && window.type !== 'minecraft:crafting') throw new Error(`the ${table.name} opened a ${window.type}`)
      for (let left = count; left > 0; left -= most) await craftBatch(window, recipe, Math.min(left, most))
      if (table) await bot._syncWindow(window) // as mineflayer does: its last click has no answer
    } finally {
      if (table) await bot.closeWindow(window)
    }
  }

  /** How often a recipe is crafted with full cells: no cell and no hand holds more than a stack. */
  function atOnce ({ result, outShape, delta }) {
    if (outShape) return 1
    const stack = id => bot.registry.items[id].stackSize
    const used = delta.filter(({ count }) => count < 0)
    return Math.min(Math.floor(stack(result.id) / result.count), ...used.map(({ id }) => stack(id)))
  }

  async function craftBatch (window, recipe, times) {
    const cells = cellsOf(recipe, window === bot.inventory ? 2 : 3)
    let home = null // the slot from which the item on the cursor came
    for (const { slot, ingredient } of cells) {
      for (let lacks = times; lacks > 0;) {
        if (!matches(window.selectedItem, ingredient)) {
          const source = window.findInventoryItem(ingredient.id, ingredient.metadata)
          if (!source) throw new Error('missing ingredient')
          home = source.slot
          await bot.clickWindow(source.slot, 0, 0)
        }
        const all = window.selectedItem.count <= lacks
        lacks -= all ? window.selectedItem.count : 1
        await bot.clickWindow(slot, all ? 0 : 1, 0)
      }
    }
    const { inventoryStart: from, inventoryEnd: to } = window
    await bot.putSelectedItemRange(from, to, window, home)
    const { id, count, metadata } = recipe.result
    for (let left = times - 1; left >= 0; left--) {
      // Servers tell of the result before or after they answer the click, and of the cells not at all.
      window.updateSlot(RESULT, new Item(id, count, metadata))
      await bot.clickWindow(RESULT, 0, 0)
      for (const { slot, ingredient } of cells) {
        window.updateSlot(slot, left ? new Item(ingredient.id, left, ingredient.metadata) : null)
      }
    }
    await bot.putSelectedItemRange(from, to, window, null)
  }

  const matches = (item, { id, metadata }) => item?.type === id && (metadata == null || item.metadata === metadata)

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

module.exports = mendCrafting
