'use strict'
/**
 * Stacks of items in numbered slots: how much fits, and how to put it there. This module does not know who owns the
 * slots.
 */

const same = (a, b) => a.type === b.type && JSON.stringify(a.nbt ?? null) === JSON.stringify(b.nbt ?? null)

/** Returns how many of `item` fit into those places, on equal stacks and in empty slots. */
function roomIn (slots, item, places) {
  return places.reduce((room, place) => {
    const there = slots[place]
    if (!there) return room + item.stackSize
    return same(there, item) ? room + Math.max(0, item.stackSize - there.count) : room
  }, 0)
}

/** Puts as much of `item` as fits into those places, first on equal stacks; `copy` makes a stack. Returns how many. */
function stow (slots, item, places, copy) {
  const like = places.filter(place => slots[place] && same(slots[place], item))
  let left = item.count
  for (const place of [...like, ...places.filter(place => !slots[place])]) {
    const moved = Math.min(left, item.stackSize - (slots[place]?.count ?? 0))
    if (moved < 1) continue
    left -= moved
    if (slots[place]) slots[place].count += moved
    else slots[place] = Object.assign(copy(item, moved), { slot: place })
  }
  return item.count - left
}

/** { item: count } of some stacks; empty slots are not counted. */
function countOf (stacks) {
  const out = {}
  for (const item of stacks) if (item) out[item.name] = (out[item.name] ?? 0) + item.count
  return out
}

module.exports = { same, roomIn, stow, countOf }
