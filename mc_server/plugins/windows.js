'use strict'
/**
 * Windows: the own inventory with its 2x2 grid, and the crafting table with 3x3.
 *
 * The server keeps the only truth. A click is tried on it, accepted if it claims what is there and neither makes nor
 * loses anything, and otherwise undone, refused, and the client told what it has. A window that closes gives back what
 * lay in its grid and on its cursor; a table's closes when the table is gone or out of reach.
 * Fills: flying-squid answers no transaction, knows no recipe, and opens no table. Minecraft up to 1.16.5 only.
 */

const makeRecipes = require('../recipes')

const RESULT = 0
const OUTSIDE = -999
const MODE = { click: 0, shift: 1, number: 2, middle: 3, drop: 4 }
const TABLE = 'minecraft:crafting'
const OPENS = 'crafting_table'
const REACH = 8 // blocks, to the middle of the table

module.exports.server = function (serv) {
  const { registry } = serv
  const Item = require('prismarine-item')(registry)
  const { createWindow, windows } = require('prismarine-windows')(registry)
  const match = makeRecipes(registry)
  let lastId = 0

  const gridOf = window => window.type === TABLE ? { cells: 9, width: 3 } : { cells: 4, width: 2 }
  const notch = item => Item.toNotch(item)

  serv.on('asap', () => serv.openers.set(OPENS, openTable))

  function openTable ({ member, _client: client }, { position }) {
    serv.closeWindow(member)
    lastId = lastId % 100 + 1
    const table = createWindow(lastId, TABLE, 'Crafting')
    member.table = table
    member.tableAt = position
    load(member, table)
    client.write('open_window', { windowId: table.id, inventoryType: windows[TABLE].type, windowTitle: JSON.stringify({ text: 'Crafting' }) })
    client.write('window_items', { windowId: table.id, items: table.slots.map(notch) })
  }

  // A table that is gone or out of reach closes by itself.
  function checkTable (member) {
    const { table, tableAt, player } = member
    if (!table) return
    const reached = player.position.distanceTo(tableAt.offset(0.5, 0.5, 0.5)) <= REACH
    if (reached && serv.blocks.name(tableAt) === OPENS) return
    player._client.write('close_window', { windowId: table.id })
    serv.closeWindow(member)
  }
  serv.on('tick', () => { for (const member of serv.members.values()) checkTable(member) })

  /** Closes what is open, and gives back what lay in grids and on cursors; what does not fit falls to the ground. */
  serv.closeWindow = member => {
    const { table, inventory } = member
    member.table = null
    const back = [inventory.selectedItem]
    inventory.selectedItem = null
    for (let slot = 1; slot <= gridOf(inventory).cells; slot++) {
      if (!inventory.slots[slot]) continue
      back.push(inventory.slots[slot])
      inventory.updateSlot(slot, null)
    }
    if (inventory.slots[RESULT]) inventory.updateSlot(RESULT, null)
    if (table) back.push(table.selectedItem, ...table.slots.slice(1, table.inventoryStart))
    for (const item of back.filter(Boolean)) {
      const rest = item.count - serv.putIn(member, item)
      if (rest) serv.drop(serv.cloneItem(item, rest), { position: member.player.position.offset(0, 1, 0), origin: 'agent', agent: member.name, delay: 40 })
    }
  }

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    client.removeAllListeners('window_click')
    client.removeAllListeners('close_window')
    client.on('close_window', () => serv.closeWindow(member))
    client.on('window_click', packet => {
      checkTable(member)
      const window = packet.windowId === 0 ? member.inventory : member.table
      const known = player.alive && window?.id === packet.windowId
      const done = known ? click(member, window, packet) : null
      client.write('transaction', { windowId: packet.windowId, action: packet.action, accepted: Boolean(done) })
      if (!known) return
      if (!done || packet.mode === MODE.shift) showAll(client, window)
      else showGrid(client, window)
    })
  })

  function showAll (client, window) {
    client.write('window_items', { windowId: window.id, items: window.slots.map(notch) })
    client.write('set_slot', { windowId: -1, slot: -1, item: notch(window.selectedItem) })
  }

  function showGrid (client, window) {
    for (let slot = 0; slot <= gridOf(window).cells; slot++) client.write('set_slot', { windowId: window.id, slot, item: notch(window.slots[slot]) })
  }

  // The slots of the inventory lie in a table's window at another place; between clicks the inventory has the truth.
  function load ({ inventory }, table) {
    for (let slot = 9; slot <= 44; slot++) {
      const there = slot - 9 + table.inventoryStart
      table.slots[there] = serv.cloneItem(inventory.slots[slot])
      if (table.slots[there]) table.slots[there].slot = there
    }
  }

  function store ({ inventory }, table) {
    for (let slot = 9; slot <= 44; slot++) {
      const item = table.slots[slot - 9 + table.inventoryStart]
      if (!Item.equal(inventory.slots[slot], item, true)) inventory.updateSlot(slot, serv.cloneItem(item))
    }
  }

  /** Answers true when the click was done; nothing has changed when not. */
  function click (member, window, packet) {
    if (window === member.table) load(member, window)
    const before = window.slots.map(item => serv.cloneItem(item))
    const cursor = serv.cloneItem(window.selectedItem)
    const happened = attempt(member, window, packet)
    if (!happened) {
      before.forEach((item, slot) => {
        window.slots[slot] = item
        if (item) item.slot = slot
      })
      window.selectedItem = cursor
      return false
    }
    setResult(window)
    serv.quiet = true // the client does the same by itself
    try {
      if (window === member.table) store(member, window)
    } finally {
      serv.quiet = false
    }
    for (const tell of happened) tell()
    serv.showEquipment(member, serv.heldSlot(member.player), serv.heldItem(member.player))
    return true
  }

  /** Answers what is to be told of it, a list of functions; null to refuse. Throws nothing a client can cause. */
  function attempt (member, window, { slot, mouseButton, mode, item: claim }) {
    const item = slot === OUTSIDE ? null : window.slots[slot]
    if (slot !== OUTSIDE && !(slot >= 0 && slot < window.slots.length)) return null
    if (mode === MODE.click && slot !== OUTSIDE && !claims(claim, item)) return null
    if (slot === OUTSIDE) return mode === MODE.click ? throwCursor(member, window, mouseButton) : null
    if (slot === RESULT) return mode === MODE.click || mode === MODE.shift ? craft(member, window, mode, mouseButton) : null
    if (mode === MODE.drop) return throwSlot(member, window, slot, mouseButton === 1)
    if (![MODE.click, MODE.shift, MODE.number, MODE.middle].includes(mode)) return null
    window.slots[RESULT] = null // no room for anything
    const before = total(window)
    try {
      serv.quiet = true
      window.acceptClick({ slot, mouseButton, mode, item })
    } catch {
      return null
    } finally {
      serv.quiet = false
    }
    return total(window) === before && !window.slots[RESULT] ? [] : null
  }

  function claims (claim, item) {
    const claimed = Item.fromNotch(claim)
    return (claimed?.type ?? null) === (item?.type ?? null) && (claimed?.count ?? 0) === (item?.count ?? 0)
  }

  const total = window => {
    const sum = {}
    for (const item of [...window.slots.slice(1), window.selectedItem]) if (item) sum[item.type] = (sum[item.type] ?? 0) + item.count
    return JSON.stringify(sum)
  }

  function throwCursor ({ player }, window, button) {
    const held = window.selectedItem
    if (!held) return []
    const thrown = serv.cloneItem(held, button === 0 ? held.count : 1)
    held.count -= thrown.count
    if (!held.count) window.selectedItem = null
    return [() => serv.toss(player, thrown)]
  }

  function throwSlot ({ player }, window, slot, all) {
    const there = window.slots[slot]
    if (!there || window.selectedItem) return []
    const thrown = serv.cloneItem(there, all ? there.count : 1)
    there.count -= thrown.count
    if (!there.count) window.slots[slot] = null
    return [() => serv.toss(player, thrown)]
  }

  function setResult (window) {
    const { cells, width } = gridOf(window)
    const made = match(window.slots.slice(1, 1 + cells), width)
    window.slots[RESULT] = made ? new Item(made.result.id, made.result.count) : null
    if (made) window.slots[RESULT].slot = RESULT
  }

  function craft (member, window, mode, button) {
    const { cells, width } = gridOf(window)
    const made = match(window.slots.slice(1, 1 + cells), width)
    if (!made || button !== 0) return null
    const happened = []
    const once = () => {
      const result = new Item(made.result.id, made.result.count)
      const cursor = window.selectedItem
      if (mode === MODE.click) {
        if (cursor && (cursor.type !== result.type || cursor.count + result.count > cursor.stackSize)) return false
        if (cursor) cursor.count += result.count
        else window.selectedItem = result
      } else if (!stow(window, result)) return false
      happened.push(consume(member, window, cells, made, result))
      return true
    }
    if (!once()) return null
    while (mode === MODE.shift && match(window.slots.slice(1, 1 + cells), width)?.result === made.result) if (!once()) break
    return happened
  }

  /** Takes one of each cell, puts what is given back into emptied cells; answers what tells of it. */
  function consume (member, window, cells, { back }, { name, count }) {
    const used = {}
    const left = {}
    const returns = back.slice()
    for (let slot = 1; slot <= cells; slot++) {
      const item = window.slots[slot]
      if (!item) continue
      used[item.name] = (used[item.name] ?? 0) + 1
      if (--item.count) continue
      window.slots[slot] = null
      if (!returns.length) continue
      const given = new Item(returns.shift(), 1)
      window.slots[slot] = given
      given.slot = slot
    }
    for (const id of back) left[registry.items[id].name] = (left[registry.items[id].name] ?? 0) + 1
    const spilled = returns.map(id => new Item(id, 1)).filter(given => !stow(window, given)) // no cell was emptied for it
    return () => {
      serv.witness('item.crafted', member.name, { item: name, count, used, left })
      for (const given of spilled) serv.toss(member.player, given)
      if (returns.length) showAll(member.player._client, window)
    }
  }

  /** Puts a crafted stack into the window's inventory slots, all of it or nothing. */
  function stow (window, result) {
    const slots = []
    for (let slot = window.inventoryEnd - 1; slot >= window.inventoryStart; slot--) slots.push(slot)
    const same = slots.filter(slot => window.slots[slot]?.type === result.type && window.slots[slot].count < result.stackSize)
    const places = [...same, ...slots.filter(slot => !window.slots[slot])]
    const room = places.reduce((sum, slot) => sum + result.stackSize - (window.slots[slot]?.count ?? 0), 0)
    if (room < result.count) return false
    let left = result.count
    for (const slot of places) {
      if (!left) break
      const moved = Math.min(left, result.stackSize - (window.slots[slot]?.count ?? 0))
      left -= moved
      window.slots[slot] ??= Object.assign(new Item(result.type, 0), { slot })
      window.slots[slot].count += moved
    }
    return true
  }
}
