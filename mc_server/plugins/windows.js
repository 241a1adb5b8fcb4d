'use strict'
/**
 * Windows: the windows that clients have open, and every click in them.
 *
 * Only the server's state counts. The server tries each click on its own state, and accepts it if the click states the
 * right item and no item is created or lost. Otherwise the server undoes and refuses the click, and sends the client
 * the real contents. The first slots of a window belong to its station, which is a crafting grid (crafting.js) or the
 * contents of a block (containers.js); the rest is the inventory. When a window closes, loose items in it and on its
 * cursor are given back. A window at a block closes when the block is gone or out of reach. Fills a gap: flying-squid
 * answers no transactions and opens no windows. Minecraft before 1.17 only.
 *
 * A station is
 *   type, title     of the window, if it opens one
 *   gives           the slot from which items can only be taken
 *   loose           the slots whose stacks count as held and are given back
 *   echo            the slots that are sent to the client after each click
 *   stands(player)  whether the station still exists and is in reach
 *   load(window)    copies the station's contents into the first slots
 *   accepts(slot, item)     whether the item may be in the slot
 *   targets(item)           the slots for a shift click; null: the window decides, as the client does
 *   take(window, player, shift)  does a click at `gives`; returns functions that report it, or null to refuse it
 *   settle(window, player)  writes the contents to the world after a click; returns functions that report it
 */

const { stow } = require('../stacks')

const OUTSIDE = -999
const FIRST = 9 // of the slots that the inventory and every other window share
const LAST = 44
const MODE = { click: 0, shift: 1, number: 2, middle: 3, drop: 4 }

module.exports.server = function (serv) {
  const { registry } = serv
  const Item = require('prismarine-item')(registry)
  const { createWindow, windows } = require('prismarine-windows')(registry)
  let lastId = 0

  const notch = item => Item.toNotch(item)
  const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i)

  /** Opens a window at a station; an open window is closed first. */
  serv.openWindow = (player, station) => {
    const { member, _client: client } = player
    serv.closeWindow(member)
    lastId = lastId % 100 + 1
    const window = Object.assign(createWindow(lastId, station.type, station.title), { station })
    member.window = window
    load(member, window)
    client.write('open_window', {
      windowId: window.id,
      inventoryType: windows[station.type].type,
      windowTitle: JSON.stringify({ text: station.title })
    })
    client.write('window_items', { windowId: window.id, items: window.slots.map(notch) })
  }

  /**
   * Closes the open window, and gives back the loose items in it and on the cursor; items that do not fit fall to the
   * ground.
   */
  serv.closeWindow = member => {
    const { window, inventory } = member
    member.window = null
    const back = []
    const empty = ({ slots, selectedItem, station }) =>
      back.push(selectedItem, ...station.loose.map(slot => slots[slot]))
    empty(inventory)
    inventory.selectedItem = null
    for (const slot of inventory.station.loose) if (inventory.slots[slot]) inventory.updateSlot(slot, null)
    if (inventory.slots[inventory.station.gives]) inventory.updateSlot(inventory.station.gives, null)
    if (window) empty(window)
    for (const item of back.filter(Boolean)) {
      const position = member.player.position.offset(0, 1, 0)
      serv.putInOrDrop(member, item, { position, origin: 'agent', agent: member.name, delay: 40 })
    }
  }

  // A window at what is gone or out of reach closes by itself.
  function check (member) {
    const { window, player } = member
    if (!window || window.station.stands(player)) return
    player._client.write('close_window', { windowId: window.id })
    serv.closeWindow(member)
  }
  serv.on('tick', () => { for (const member of serv.members.values()) check(member) })

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    client.removeAllListeners('window_click')
    client.removeAllListeners('close_window')
    client.on('close_window', () => serv.closeWindow(member))
    client.on('window_click', packet => {
      check(member)
      const window = packet.windowId === 0 ? member.inventory : member.window
      const known = player.alive && window?.id === packet.windowId
      const done = known ? click(member, window, packet) : null
      client.write('transaction', { windowId: packet.windowId, action: packet.action, accepted: Boolean(done) })
      if (!done) serv.emit('click refused', player, known ? window : null, packet)
      if (!known) return
      if (!done || packet.mode === MODE.shift) serv.showWindow(client, window)
      else {
        for (const slot of window.station.echo) {
          client.write('set_slot', { windowId: window.id, slot, item: notch(window.slots[slot]) })
        }
      }
    })
  })

  serv.showWindow = (client, window) => {
    client.write('window_items', { windowId: window.id, items: window.slots.map(notch) })
    client.write('set_slot', { windowId: -1, slot: -1, item: notch(window.selectedItem) })
  }

  // The slots of the inventory lie in another window at another place; between clicks the inventory and the world have
  // the truth.
  function load ({ inventory }, window) {
    if (window === inventory) return
    window.station.load(window)
    for (let slot = FIRST; slot <= LAST; slot++) {
      const there = slot - FIRST + window.inventoryStart
      window.slots[there] = serv.cloneItem(inventory.slots[slot])
      if (window.slots[there]) window.slots[there].slot = there
    }
  }

  function store ({ inventory }, window) {
    if (window === inventory) return
    for (let slot = FIRST; slot <= LAST; slot++) {
      const item = window.slots[slot - FIRST + window.inventoryStart]
      if (!Item.equal(inventory.slots[slot], item, true)) inventory.updateSlot(slot, serv.cloneItem(item))
    }
  }

  /** Returns true if the click was done; otherwise nothing has changed. */
  function click (member, window, packet) {
    const { player } = member
    load(member, window)
    const before = window.slots.map(item => serv.cloneItem(item))
    const cursor = serv.cloneItem(window.selectedItem)
    const happened = attempt(player, window, packet)
    if (!happened) {
      before.forEach((item, slot) => {
        window.slots[slot] = item
        if (item) item.slot = slot
      })
      window.selectedItem = cursor
      return false
    }
    serv.quiet = true // the client does the same by itself
    try {
      store(member, window)
    } finally {
      serv.quiet = false
    }
    for (const tell of [...window.station.settle(window, player), ...happened]) tell()
    serv.showEquipment(member, serv.heldSlot(player), serv.heldItem(player))
    return true
  }

  /**
   * Returns the functions that report the click, or null to refuse it. No click can make this function throw an error.
   */
  function attempt (player, window, { slot, mouseButton, mode, item: claim }) {
    const { station } = window
    if (slot === OUTSIDE) return mode === MODE.click ? throwCursor(player, window, mouseButton) : null
    if (!(slot >= 0 && slot < window.slots.length)) return null
    const item = window.slots[slot]
    if (mode === MODE.click && !claims(claim, item)) return null
    if (slot === station.gives) {
      return (mode === MODE.click || mode === MODE.shift) && mouseButton === 0
        ? station.take(window, player, mode === MODE.shift)
        : null
    }
    if (mode === MODE.drop) return throwSlot(player, window, slot, mouseButton === 1)
    if (mode === MODE.shift && station.targets) return shift(window, slot)
    return [MODE.click, MODE.shift, MODE.number, MODE.middle].includes(mode)
      ? rearrange(window, { slot, mouseButton, mode, item })
      : null
  }

  /**
   * Lets the window do what the client expects, and accepts the result if no item has appeared or disappeared, and none
   * is in a forbidden slot.
   */
  function rearrange (window, click) {
    const { gives, accepts } = window.station
    const given = window.slots[gives]
    if (gives !== undefined) window.slots[gives] = null // no room for anything
    const before = total(window)
    try {
      serv.quiet = true
      window.acceptClick(click)
    } catch {
      return null
    } finally {
      serv.quiet = false
    }
    if (total(window) !== before || window.slots[gives]) return null
    if (range(0, window.inventoryStart).some(slot => window.slots[slot] && !accepts(slot, window.slots[slot]))) {
      return null
    }
    if (gives !== undefined) window.slots[gives] = given
    return []
  }

  function claims (claim, item) {
    const claimed = Item.fromNotch(claim)
    return (claimed?.type ?? null) === (item?.type ?? null) && (claimed?.count ?? 0) === (item?.count ?? 0)
  }

  const total = window => {
    const sum = {}
    for (const item of [...window.slots, window.selectedItem]) {
      if (item) sum[item.type] = (sum[item.type] ?? 0) + item.count
    }
    return JSON.stringify(Object.entries(sum).sort())
  }

  function throwCursor (player, window, button) {
    const held = window.selectedItem
    if (!held) return []
    const thrown = serv.cloneItem(held, button === 0 ? held.count : 1)
    held.count -= thrown.count
    if (!held.count) window.selectedItem = null
    return [() => serv.toss(player, thrown)]
  }

  function throwSlot (player, window, slot, all) {
    const there = window.slots[slot]
    if (!there || window.selectedItem) return []
    const thrown = serv.cloneItem(there, all ? there.count : 1)
    there.count -= thrown.count
    if (!there.count) window.slots[slot] = null
    return [() => serv.toss(player, thrown)]
  }

  function shift (window, slot) {
    const { slots, station, inventoryStart } = window
    const item = slots[slot]
    if (!item) return []
    item.count -= stow(
      slots,
      item,
      slot < inventoryStart ? serv.shelves(window) : station.targets(item),
      serv.cloneItem
    )
    if (!item.count) slots[slot] = null
    return []
  }

  /** The slots of the inventory in a window, in the order in which items from a station fill them. */
  serv.shelves = window => range(window.inventoryStart, window.inventoryEnd).reverse()
}
