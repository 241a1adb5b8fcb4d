'use strict'
/**
 * The clicks that a run makes in windows. Clicks are refused once the run is over, and items that they left on the
 * cursor or in the crafting grid are put back.
 *
 * mineflayer's craft() of 64 items makes about a hundred clicks, and so does its toss() of 30 items; refusing the
 * next click is the only way to end either. A click that is under way is not undone, and the wait for its answer is
 * limited, because some servers never answer. Minecraft 1.17 and later versions do not answer clicks; on these versions
 * only the clicks of craft() are refused.
 *
 * A window closes only once, and only after the clicks in it were answered. On closing, mineflayer copies the
 * window's last contents into the bot's inventory, and an answer that comes later has no effect any more.
 *
 * A window may open after the run that asked for it is over, when the server has closed it again with an earlier one.
 * What the bot then picks up is told for its inventory alone, so it is copied into the open window; otherwise, closing
 * that window would take it from the bot's view.
 *
 * A picked-up item may land in the slot into which another item is just being put. The server then refuses that
 * click, and the item stays on the cursor, where no skill sees it. If this happens while the bot equips an item,
 * equipping is tried once more.
 */
const OUTSIDE = -999
const GRID = [1, 2, 3, 4] // the slots of the bot's own crafting grid
const REFUSED = /rejected transaction/ // mineflayer's word for it
const PUT_BACK_TICKS = 3 // for the server to tell where it put it
const PATIENCE_TICKS = 20 // for the answer to a click under way

function holdClicks (bot, time) {
  const Item = require('prismarine-item')(bot.registry)
  const client = bot._client
  const { write } = client
  const click = bot.clickWindow
  const unanswered = new Map() // action -> the click
  const refused = [] // clicks that the server will not see
  let held = false
  let closing = null // the window that waits for its clicks' answers
  let answered = () => {}
  let forget = () => {}

  bot.clickWindow = async (...args) => {
    if (held) throw new Error('the run is over')
    return click(...args)
  }

  /**
   * Whether a click can move items. A click outside the window with an empty cursor cannot: mineflayer uses it to ask
   * whether the server has finished.
   */
  const moves = ({ slot }) => slot !== OUTSIDE || Boolean((bot.currentWindow ?? bot.inventory).selectedItem)

  /** Refuses a click as the server would; mineflayer then ends the action that the click is part of. */
  const refuse = ({ windowId, action }) => client.emit('transaction', { windowId, action, accepted: false })

  /**
   * Refuses the clicks in their order, because mineflayer takes the answer to one click as an answer to all earlier
   * ones, too.
   */
  function refuseAll () {
    while (unanswered.size === 0 && refused.length > 0) refuse(refused.shift())
  }

  client.write = (name, params) => {
    if (name !== 'window_click' || params.action === undefined) return write.call(client, name, params)
    if ((held && moves(params)) || params.windowId === closing?.id) {
      refused.push(params)
      return setImmediate(refuseAll)
    }
    unanswered.set(params.action, params)
    write.call(client, name, params)
  }
  client.prependListener('transaction', ({ action }) => {
    unanswered.delete(action)
    if (unanswered.size > 0) return
    queueMicrotask(answered) // when mineflayer has done what was answered
    setImmediate(refuseAll)
  })

  function giveUp () {
    for (const click of unanswered.values()) refuse(click)
  }

  const { closeWindow } = bot
  bot.closeWindow = async window => {
    if (window !== (bot.currentWindow ?? bot.inventory) || window === closing) return
    if (unanswered.size > 0) {
      closing = window
      const stop = time.after(PATIENCE_TICKS, giveUp)
      await new Promise(resolve => { answered = resolve })
      stop()
      closing = null
      if (window !== (bot.currentWindow ?? bot.inventory)) return
    }
    return closeWindow(window)
  }
  // What the server closes by itself it tells nothing more of: what was done in it is in the window alone.
  client.prependListener('close_window', () => keep(bot.currentWindow))
  client.prependListener('open_window', () => keep(bot.currentWindow))
  bot.on('windowClose', window => window?.emit('close')) // mineflayer's furnaces listen until then

  client.on('set_slot', ({ windowId, slot }) => { if (windowId === 0) showInWindow(slot) })
  client.on('window_items', ({ windowId, items }) => {
    if (windowId === 0) items.forEach((_, slot) => showInWindow(slot))
  })

  /** Copies a slot of the inventory into the open window. */
  function showInWindow (slot) {
    const { inventory, currentWindow: window } = bot
    if (!window || slot < inventory.inventoryStart || slot >= inventory.inventoryEnd) return
    const there = slot - inventory.inventoryStart + window.inventoryStart
    const item = inventory.slots[slot] && Item.fromNotch(Item.toNotch(inventory.slots[slot]))
    if (!Item.equal(window.slots[there], item, true)) window.updateSlot(there, item)
  }

  function keep (window) {
    if (!window) return
    const { inventory } = bot
    for (let slot = inventory.inventoryStart; slot < inventory.inventoryEnd; slot++) {
      inventory.updateSlot(slot, window.slots[slot + window.inventoryStart - inventory.inventoryStart])
    }
  }

  /**
   * Moves the items on the cursor and in the bot's own crafting grid back into the slots, as when a player closes the
   * inventory.
   */
  async function putBack () {
    const { inventory } = bot
    if (!inventory.selectedItem && !GRID.some(slot => inventory.slots[slot])) return
    inventory.selectedItem = null
    bot._client.write('close_window', { windowId: 0 })
    await new Promise(resolve => time.after(PUT_BACK_TICKS, resolve))
  }

  for (const name of ['equip', 'unequip']) {
    const way = bot[name]
    bot[name] = async (thing, ...rest) => {
      try {
        return await way(thing, ...rest)
      } catch (error) {
        if (held || !REFUSED.test(error.message)) throw error
        await putBack()
        return way(thing?.type ?? thing, ...rest) // by its type: it lies elsewhere now
      }
    }
  }

  return {
    /** Whether the server has not yet answered a click. */
    isPending: () => unanswered.size > 0,
    hold () {
      held = true
      forget = time.after(PATIENCE_TICKS, giveUp)
    },
    async free () {
      forget()
      await putBack()
      unanswered.clear()
      refuseAll()
      held = false
    }
  }
}

module.exports = { holdClicks, GRID, OUTSIDE }
