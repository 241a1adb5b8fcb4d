'use strict'
/**
 * Using blocks: opening blocks that can be opened, and placing the held block.
 *
 * The place must be in reach, free, and without a body in it; plants need suitable ground. The item leaves the hand
 * in the same turn in which the block appears. Fills a gap: flying-squid places blocks from any distance, into
 * anything, and asynchronously.
 */

const { Vec3 } = require('vec3')
const { crops, distances: { useAllowed: REACH } } = require('../../game/facts')
const { covers, replaceable: REPLACEABLE } = require('../../game/covering')
const SIDES = require('../../game/sides')

const STRAY = 1 // blocks beyond the reach at which it is no cheat yet: the player moves
const AXES = ['y', 'y', 'z', 'z', 'x', 'x']
const FACINGS = ['north', 'east', 'south', 'west']
const FRONTED = new Set([ // they face who places them
  'chest', 'trapped_chest', 'ender_chest', 'furnace', 'blast_furnace', 'smoker', 'lectern', 'loom', 'stonecutter',
  'carved_pumpkin', 'jack_o_lantern'
])
const SOIL = new Set(['grass_block', 'dirt', 'coarse_dirt', 'podzol', 'farmland'])
const CROPS = new Set(Object.keys(crops).filter(name => crops[name].seed))
const SOWN = Object.fromEntries([...CROPS].map(name => [crops[name].seed, name]))
const CANE_SOIL = new Set([...SOIL, 'sand', 'red_sand'])
const HALF_WIDTH = { player: 0.3, mob: 0.45 }
const HEIGHT = { player: 1.8, mob: 1.4 }

module.exports.server = function (serv) {
  const { registry } = serv
  /** Maps block names to functions (player, block) that open the block. */
  serv.openers = new Map()
  const distance = (player, position) => player.position.distanceTo(position.offset(0.5, 0.5, 0.5))
  /** Whether a player is near enough to use a block. */
  serv.isAt = (player, position) => distance(player, position) <= REACH

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    client.removeAllListeners('block_place')
    client.on('block_place', ({ location, direction, hand, cursorY = 0.5 }) => {
      const at = new Vec3(location.x, location.y, location.z)
      const side = SIDES[direction]
      const far = distance(player, at)
      if (player.alive && far > REACH + STRAY) {
        serv.refuse(player, 'reach', { why: 'uses', target: at, measured: far, allowed: REACH })
      }
      if (!player.alive || !side || !serv.isAt(player, at)) return refuse(player, at, side)
      const block = serv.blocks.at(at)
      const open = serv.openers.get(block.name)
      if (open && !player.crouching) return open(player, block)
      place(player, { at, block, side, direction, slot: hand === 1 ? 45 : serv.heldSlot(player), cursorY })
    })
  })

  function refuse (player, at, side) {
    for (const position of (side ? [at, at.plus(side)] : [at]).filter(serv.blocks.has)) {
      player._client.write('block_change', { location: position, type: serv.blocks.at(position).stateId })
    }
  }

  function place (player, { at, block, side, direction, slot, cursorY }) {
    const { member } = player
    const item = member.inventory.slots[slot]
    if (!item || serv.useOn(player, { at, block, item, slot, direction })) return
    const position = REPLACEABLE.has(block.name) ? at : at.plus(side)
    const stateId = stateFor(player, item, position, direction, cursorY)
    const kind = registry.blocksByStateId[stateId]
    const other = kind ? serv.otherHalf(stateId, position) : null
    const places = other ? [position, other.position] : [position]
    const free = kind && places.every(place => REPLACEABLE.has(serv.blocks.name(place)) && place.y > 0 && place.y < 255)
    if (!free || !hasGround(kind, position) || (kind.boundingBox === 'block' && places.some(isOccupied))) {
      if (kind && covers(block) && isCovered(position)) {
        serv.refuse(player, 'place', { why: 'there is already a block', target: position })
      }
      player.inventory.updateSlot(slot, item) // the client thinks it has one less
      return refuse(player, at, side)
    }
    // What is filled in, such as water, is gone then.
    const filled = places.map(serv.blocks.at).filter(({ type }) => type !== 0).map(serv.guard.breaking)
    if (filled.some(act => serv.guard.denies(player, act))) {
      player.inventory.updateSlot(slot, item)
      return refuse(player, at, side)
    }
    for (const act of filled) serv.guard.warns(player, act)
    serv.takeOut(member, slot, 1)
    serv.blocks.set(position, stateId, player.username)
    if (other) serv.blocks.set(other.position, other.stateId, player.username)
    serv.witness('block.placed', player.username, { block: kind.name, item: item.name, position })
    serv.emit('placed', kind.name, position, player)
  }

  function stateFor (player, item, position, direction, cursorY) {
    const block = registry.blocksByName[SOWN[item.name] ?? item.name]
    if (!block) return null
    if (!block.states?.length) return block.defaultState
    const [dx, dz] = [player.position.x - (position.x + 0.5), position.z + 0.5 - player.position.z]
    const angle = Math.atan2(dx, dz) * 180 / Math.PI + 180
    const upright = block.states.some(({ values }) => values?.includes('lower')) // doors and tall plants, from below
    const half = upright ? 'lower' : direction === 0 || (direction !== 1 && cursorY > 0.5) ? 'top' : 'bottom'
    const turn = FRONTED.has(block.name) ? 2 : 0
    return block.minStateId + serv.setBlockDataProperties(block.defaultState - block.minStateId, block.states, {
      rotation: Math.floor(angle / 22.5 + 0.5) & 0xF,
      axis: AXES[direction],
      facing: FACINGS[(Math.floor(angle / 90 + 0.5) + turn) & 0x3],
      half
    })
  }

  function hasGround (kind, position) {
    if (kind.name.endsWith('_door')) return serv.blocks.isSolid(position.x, position.y - 1, position.z)
    if (!serv.needsGround(kind)) return true
    const below = position.offset(0, -1, 0)
    const ground = serv.blocks.name(below)
    if (CROPS.has(kind.name)) return ground === 'farmland'
    if (kind.name !== 'sugar_cane') return SOIL.has(ground)
    const watered = SIDES.slice(2).some(side => serv.blocks.name(below.plus(side)) === 'water')
    return ground === 'sugar_cane' || (CANE_SOIL.has(ground) && watered)
  }

  // A client may not know yet what has come there just now.
  const isCovered = position => covers(serv.blocks.at(position)) && serv.blocks.fresh(position) === null

  function isOccupied ({ x, y, z }) {
    return Object.values(serv.entities).some(({ type, position: p, alive }) => {
      const half = HALF_WIDTH[type]
      if (!half || alive === false) return false
      return p.x + half > x && p.x - half < x + 1 && p.z + half > z && p.z - half < z + 1 &&
        p.y + HEIGHT[type] > y && p.y < y + 1
    })
  }
}
