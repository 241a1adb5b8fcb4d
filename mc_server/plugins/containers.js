'use strict'
/**
 * The contents of chests, barrels and furnaces.
 *
 * Each block has its own slots, and two windows at one block show the same contents. Items that an agent puts in or
 * takes out are reported (container.moved), and the contents of a broken block fall out of it. This plugin does not
 * know what a furnace does with its contents. Fills a gap: flying-squid has no containers.
 */

const { Vec3 } = require('vec3')
const { countOf, stow } = require('../stacks')

const SLOTS = { chest: 27, trapped_chest: 27, barrel: 27, furnace: 3, blast_furnace: 3, smoker: 3 }

module.exports.server = function (serv, { minecrew: { arena } }) {
  const Item = require('prismarine-item')(serv.registry)
  const all = new Map() // 'x,y,z' -> { name, position, slots }, and what a furnace keeps there
  const keyOf = ({ x, y, z }) => `${x},${y},${z}`

  function at (position) {
    const name = serv.blocks.name(position)
    if (!SLOTS[name]) return null
    const key = keyOf(position)
    if (all.get(key)?.name !== name) {
      all.set(key, { name, position: position.clone(), slots: new Array(SLOTS[name]).fill(null) })
    }
    return all.get(key)
  }

  /** Sends a slot to every player who has the container open. */
  function show (container, slot, except = null) {
    for (const { window, player } of serv.members.values()) {
      const parts = window?.station.parts
      if (!parts?.includes(container) || player === except) continue
      const before = parts.slice(0, parts.indexOf(container)).reduce((sum, part) => sum + part.slots.length, 0)
      player._client.write('set_slot', {
        windowId: window.id,
        slot: before + slot,
        item: Item.toNotch(container.slots[slot])
      })
    }
  }

  /**
   * Returns two lists of functions: those in `out` report what one agent moved out of a container, and those in `into`
   * what it moved in.
   */
  function moves (container, before, agent) {
    const { name, position, slots } = container
    const after = countOf(slots)
    const out = []
    const into = []
    for (const item of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const more = (after[item] ?? 0) - (before[item] ?? 0)
      const fields = {
        container: name,
        position,
        item,
        count: Math.abs(more),
        direction: more > 0 ? 'in' : 'out',
        ...serv.blocks.belonging(position)
      }
      if (more) (more > 0 ? into : out).push(() => serv.witness('container.moved', agent, fields))
    }
    return { out, into }
  }

  serv.containers = {
    all,
    at,
    show,

    /**
     * A station (see windows.js) for containers, whose slots follow one another; the fields of `more` take
     * precedence.
     */
    station (parts, more) {
      const places = parts.flatMap(part => part.slots.map((_, slot) => ({ part, slot })))
      return {
        parts,
        loose: [],
        echo: [],
        stands: player =>
          parts.every(part => at(part.position) === part) && parts.some(part => serv.isAt(player, part.position)),
        load (window) {
          places.forEach(({ part, slot }, i) => {
            window.slots[i] = serv.cloneItem(part.slots[slot])
            if (window.slots[i]) window.slots[i].slot = i
          })
        },
        accepts: () => true,
        targets: () => places.map((_, i) => i),
        settle (window, player) {
          const before = parts.map(part => countOf(part.slots))
          places.forEach(({ part, slot }, i) => {
            if (Item.equal(part.slots[slot], window.slots[i], true)) return
            part.slots[slot] = serv.cloneItem(window.slots[i])
            show(part, slot, player)
          })
          const told = parts.map((part, i) => moves(part, before[i], player.username))
          return [...told.flatMap(({ out }) => out), ...told.flatMap(({ into }) => into)]
        },
        ...more
      }
    }
  }

  // What lies there before anybody comes is new to the world's books.
  serv.on('asap', () => {
    for (const [key, items] of arena.canvas.contents) {
      const container = at(new Vec3(...key.split(',').map(Number)))
      const places = container.slots.map((_, slot) => slot)
      for (const [item, count] of Object.entries(items)) {
        stow(container.slots, serv.newItem(item, count), places, serv.cloneItem)
      }
      stocked(container)
    }
  })

  /** Reports the contents as if they had just been put in, without naming an agent. */
  const stocked = serv.tellStock = ({ name, position, slots }) => {
    const items = countOf(slots)
    if (Object.keys(items).length) {
      serv.witness('container.stocked', null, { container: name, position, items, ...serv.blocks.belonging(position) })
    }
  }

  serv.on('broken', ({ position, name }, player) => {
    const container = all.get(keyOf(position))
    if (!all.delete(keyOf(position)) || container.name !== name) return
    for (const item of container.slots.filter(Boolean)) {
      serv.drop(item, {
        position: position.offset(0.5, 0.3, 0.5), origin: 'container', of: name, agent: player.username
      })
    }
  })
}
