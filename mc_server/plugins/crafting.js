'use strict'
/**
 * Crafting: the 2x2 grid that every player has, and the table's 3x3 grid.
 *
 * Items in a grid count as held; the result belongs to nobody until it is taken.
 * Fills a gap: flying-squid knows no recipes, and cannot open a crafting table.
 */

const { roomIn, stow } = require('../stacks')
const makeRecipes = require('../recipes')

const RESULT = 0
const TABLE = 'crafting_table'

module.exports.server = function (serv) {
  const { registry } = serv
  const Item = require('prismarine-item')(registry)
  const match = makeRecipes(registry)

  function grid (width) {
    const loose = Array.from({ length: width * width }, (_, i) => i + 1)
    const made = window => match(loose.map(slot => window.slots[slot]), width)
    return {
      gives: RESULT,
      loose,
      echo: [RESULT, ...loose],
      stands: () => true,
      load () {},
      accepts: () => true,
      targets: null,
      take: (window, player, shift) => craft(window, player, shift, { loose, made }),
      settle (window) {
        const found = made(window)
        window.slots[RESULT] = found
          ? Object.assign(new Item(found.result.id, found.result.count), { slot: RESULT })
          : null
        return []
      }
    }
  }

  /** The station that is part of each player's inventory. */
  serv.handGrid = grid(2)

  const table = position => ({
    ...grid(3),
    ...{ type: 'minecraft:crafting', title: 'Crafting' },
    stands: player => serv.isAt(player, position) && serv.blocks.name(position) === TABLE
  })
  serv.on('asap', () => serv.openers.set(TABLE, (player, { position }) => serv.openWindow(player, table(position))))

  function craft (window, player, shift, { loose, made }) {
    const first = made(window)
    if (!first) return null
    const happened = []
    for (;;) {
      const result = new Item(first.result.id, first.result.count)
      const cursor = window.selectedItem
      if (shift) {
        const places = serv.shelves(window)
        if (roomIn(window.slots, result, places) < result.count) break
        stow(window.slots, result, places, serv.cloneItem)
      } else if (!cursor) window.selectedItem = result
      else if (cursor.type !== result.type || cursor.count + result.count > cursor.stackSize) break
      else cursor.count += result.count
      happened.push(consume(window, player, loose, first, result))
      if (!shift || made(window)?.result !== first.result) break
    }
    return happened.length ? happened : null
  }

  /**
   * Takes one item from each cell, and puts returned items into emptied cells; returns the functions that report it.
   */
  function consume (window, player, loose, { back }, { name, count }) {
    const used = {}
    const left = {}
    const returns = back.slice()
    for (const slot of loose) {
      const item = window.slots[slot]
      if (!item) continue
      used[item.name] = (used[item.name] ?? 0) + 1
      if (--item.count) continue
      window.slots[slot] = null
      if (!returns.length) continue
      window.slots[slot] = Object.assign(new Item(returns.shift(), 1), { slot })
    }
    for (const id of back) left[registry.items[id].name] = (left[registry.items[id].name] ?? 0) + 1
    const shelves = serv.shelves(window)
    // What comes back spills if no cell was emptied for it.
    const spilled = returns
      .map(id => new Item(id, 1))
      .filter(given => !stow(window.slots, given, shelves, serv.cloneItem))
    return () => {
      serv.witness('item.crafted', player.username, { item: name, count, used, left })
      for (const given of spilled) serv.toss(player, given)
      if (returns.length) serv.showWindow(player._client, window)
    }
  }
}
