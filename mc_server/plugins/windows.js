'use strict'
/**
 * Windows: what a client has open, and every click at it.
 *
 * The server keeps the only truth. A click is tried on it, accepted if it claims what is there and neither makes nor
 * loses anything, and otherwise undone, refused, and the client told what it has. The first slots of a window are its
 * station's, which is a crafting grid (crafting.js) or what lies in a block (containers.js); the rest is the inventory.
 * A window that closes gives back what lay loose in it and on its cursor; one at a block closes when that is gone or
 * out of reach.
 * Fills: flying-squid answers no transaction and opens nothing. Minecraft before 1.17 only.
 *
 * A station is
 *   type, title     the window's, where it opens one
 *   gives           the slot that only gives
 *   loose           the slots whose stacks count as held and are given back
 *   echo            the slots that the client is told of after each click
 *   stands(player)  whether it is still there and in reach
 *   load(window)    lays what the world has into the first slots
 *   accepts(slot, item), targets(item) what may lie where, and where a shift click lays it; targets null: as the client
 *   does take(window, player, shift) what is done by a click at `gives`: functions that tell of it, or null to refuse
 *   settle(window, player) after a click that was done: writes it to the world; functions that tell of it
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

  /** Opens a window at a station; one that is open closes first. */
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
   * Closes what is open, and gives back what lay loose in it and on the cursor; what does not fit falls to the ground.
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

  /** Answers true when the click was done; nothing has changed when not. */
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

  /** Answers what is to be told of it, a list of functions; null to refuse. Throws nothing a client can cause. */
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
   * Lets the window do what the client thinks it does, and accepts it where nothing came, went, or lies where it may
   * not.
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

  /** The slots of the inventory in a window, in the order in which what is taken out of a station fills them. */
  serv.shelves = window => range(window.inventoryStart, window.inventoryEnd).reverse()
}
