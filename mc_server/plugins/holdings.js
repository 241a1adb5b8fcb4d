'use strict'
/**
 * The items that each member of the crew holds, and the only functions that add or remove them.
 *
 * Holdings are the slots, the armour, the crafting grids and the cursor. The result slot of a grid does not count: its
 * item exists only once it is taken. Fills a gap: flying-squid picks up only one item of a stack, and keeps an
 * inventory only while its player is connected.
 */

const { countOf } = require('../stacks')

const RESULT = 0
const FIRST = 9 // of the 36 slots that things are picked up into
const HOTBAR = 36
const LAST = 44

module.exports.server = function (serv) {
  const { registry } = serv
  const Item = require('prismarine-item')(registry)
  serv.members = new Map() // name -> member, see members.js

  serv.cloneItem = (item, count = item?.count) => item ? new Item(item.type, count, item.metadata, item.nbt) : null
  serv.newItem = (name, count) => new Item(registry.itemsByName[name].id, count)

  /** { item: count } of all that a member holds. */
  serv.holdings = ({ inventory, window }) => {
    const held = [...inventory.slots.slice(RESULT + 1), inventory.selectedItem]
    if (window) held.push(...window.station.loose.map(slot => window.slots[slot]), window.selectedItem)
    return countOf(held)
  }

  const same = (a, b) => a.type === b.type && (a.nbt ?? null) === (b.nbt ?? null)
  const order = []
  for (let slot = HOTBAR; slot <= LAST; slot++) order.push(slot)
  for (let slot = FIRST; slot < HOTBAR; slot++) order.push(slot)

  /** Puts as much of `item` as fits into the slots; returns how many. Reports nothing, because the caller does. */
  serv.putIn = ({ inventory }, item) => {
    let left = item.count
    for (const slot of order) {
      const there = inventory.slots[slot]
      if (!left || !there || !same(there, item)) continue
      const moved = Math.min(left, Math.max(0, there.stackSize - there.count))
      if (!moved) continue
      left -= moved
      there.count += moved
      inventory.updateSlot(slot, there)
    }
    for (const slot of order) {
      if (!left) break
      if (inventory.slots[slot]) continue
      const moved = Math.min(left, item.stackSize)
      left -= moved
      inventory.updateSlot(slot, serv.cloneItem(item, moved))
    }
    return item.count - left
  }

  /** Puts an item into the slots; what does not fit is dropped as `fall` describes. */
  serv.putInOrDrop = (member, item, fall) => {
    const rest = item.count - serv.putIn(member, item)
    if (rest) serv.drop(serv.cloneItem(item, rest), fall)
  }

  /** Takes `count` items out of a slot; returns them, or null. */
  serv.takeOut = ({ inventory }, slot, count) => {
    const there = inventory.slots[slot]
    if (!there || there.count < count) return null
    const taken = serv.cloneItem(there, count)
    there.count -= count
    inventory.updateSlot(slot, there.count ? there : null)
    return taken
  }

  serv.heldSlot = player => HOTBAR + player.heldItemSlot
  serv.heldItem = player => player.inventory.slots[serv.heldSlot(player)] ?? null

  /** Gives a member items that the task specifies; the crew logs this. */
  serv.grant = (name, item, count) => {
    const member = serv.members.get(name)
    if (!member) throw Object.assign(new Error(`no player ${name}`), { code: 'NO_PLAYER' })
    if (!registry.itemsByName[item]) throw Object.assign(new Error(`no item ${item}`), { code: 'NO_ITEM' })
    return serv.putIn(member, serv.newItem(item, count))
  }
}
