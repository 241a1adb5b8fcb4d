'use strict'
/**
 * The guard of one bot, in the bot's own process: it stops actions that the policy forbids (block), or reports them
 * (warn).
 *
 * The guard wraps mineflayer's own methods, which both the facade and the pathfinder call; no program can call the
 * original methods directly. The guard knows only the team and the buildings as they were at the start. A block counts
 * as part of a building while it is of the original kind, or of one that this kind turns into without being replaced:
 * grass becomes dirt when a tree grows on it. If the server also enforces the guard, the server reports what was done,
 * and the bot does not.
 */
const { Vec3 } = require('vec3')
const { judge, tell } = require('./policy')
const { makeTally } = require('./tally')
const { coded } = require('./failure')
const { readTag } = require('./nametag')
const SIDES = require('../game/sides')

const UP = new Vec3(0, 1, 0)
const SECOND_HAND = 45 // its slot
const PICKED_UP = 3 // blocks; an item that lies so near may be in the hand before the bot hears of it
const EARTH = ['grass_block', 'dirt', 'farmland', 'grass_path', 'dirt_path', 'podzol', 'mycelium']
const NOBODYS = { owner: null, structure: null }

/** What a kind of block has in common with those that it turns into. */
const kin = name => EARTH.includes(name) ? 'earth' : name?.replace(/^(stripped|carved)_/, '')

/** @param {{now: () => number, emit: (event: object) => void}} of - now: game time in ticks */
function guardOf (bot, { now, emit }) {
  let known = { mode: 'off', team: [], witnessed: false }
  let parts = new Map() // 'x,y,z' -> { name, owner, structure }
  let buildings = [] // { structure, owner, places, blocks: how many of each kind }
  let isClicking = () => false // whether a click in a window is unanswered
  const tally = makeTally({ now, tell: (fields, count) => emit({ event: 'guard', ...fields, count }) })

  /** The objection to breaking the block that is now at a place: { act, verdict, position }, or null. */
  function againstBreaking (place) {
    const position = place.floored()
    const part = parts.get(`${position.x},${position.y},${position.z}`)
    if (!part) return null // a block of nobody; the pathfinder asks about thousands
    const name = bot.blockAt(position)?.name
    const { owner, structure } = kin(name) === kin(part.name) ? part : NOBODYS
    return against({ kind: 'break', block: name, owner, structure }, position)
  }

  function againstAttack (entity) {
    const isPlayer = entity.type === 'player'
    return against(
      { kind: 'attack', target: { name: isPlayer ? entity.username : entity.name, isPlayer, owner: readTag(entity) } },
      entity.position
    )
  }

  /**
   * The objection to a click with this item on a block: a hoe tills the block, and a placed block may replace water.
   */
  function againstUse (item, position, side) {
    if (!item || !side) return null
    if (item.name.endsWith('_hoe')) return againstBreaking(position)
    for (const place of [position, position.plus(side)]) {
      for (const filled of [place, ...otherHalves(item, place)]) {
        const found = bot.blockAt(filled)?.boundingBox === 'empty' && againstBreaking(filled)
        if (found) return found
      }
    }
    return null
  }

  /**
   * The items that may already be in the hand although the bot does not know it: the server moves items before the bot
   * hears of it. These are all items of the windows while a click is unanswered, and, if the hand seems empty, the
   * items that lie near.
   */
  function mayHold (isEmpty) {
    const windows = isClicking() ? [bot.inventory, bot.currentWindow].filter(Boolean) : []
    const moving = windows.flatMap(({ slots, selectedItem }) => [...slots, selectedItem])
    const near = entity => entity.name === 'item' && entity.position.distanceTo(bot.entity.position) < PICKED_UP
    const lying = isEmpty ? Object.values(bot.entities).filter(near).map(entity => entity.getDroppedItem()) : []
    return [...moving, ...lying].filter(Boolean)
  }

  /** The places where a second half may appear: above, for doors and tall plants; on the far side, for beds. */
  function otherHalves ({ name }, place) {
    const states = bot.registry.blocksByName[name]?.states ?? []
    if (states.some(({ values }) => values?.includes('lower'))) return [place.plus(UP)]
    if (!states.some(({ values }) => values?.includes('foot'))) return []
    const { x, z } = place.offset(0.5, 0, 0.5).minus(bot.entity.position)
    return [place.offset(Math.sign(x), 0, 0), place.offset(0, 0, Math.sign(z))]
  }

  function against (deed, position) {
    if (known.mode === 'off') return null
    const act = { by: bot.username, ...deed }
    const verdict = judge(act, known.team)
    return verdict && { act, verdict, position }
  }

  function note (kind, { act, verdict, position }) {
    const place = [position.x, position.y, position.z].map(v => Math.round(v * 100) / 100)
    tally.add(`${kind} ${verdict.rule}`, { kind, ...tell(act, verdict, { team: known.team, position: place }) })
  }

  /** Throws if the act is denied. Returns the event to report once the act is done, or null. */
  function check (found) {
    if (found && known.mode === 'block') {
      note('guard.denied', found)
      throw coded('FORBIDDEN', found.verdict.why)
    }
    return known.witnessed ? null : found
  }

  const { dig, attack, placeBlock, activateBlock } = bot
  const write = bot._client.write.bind(bot._client)

  bot.dig = async (block, ...rest) => {
    const found = check(againstBreaking(block.position))
    const done = await dig(block, ...rest)
    if (found) note('guard.warned', found)
    return done
  }
  bot.attack = (entity, ...rest) => {
    const found = check(againstAttack(entity))
    attack(entity, ...rest)
    if (found) note('guard.warned', found)
  }
  // These two turn the head first. What is in the hand when the click leaves is judged then, be it another by now.
  bot.placeBlock = async (block, face, ...rest) => {
    check(againstUse(bot.heldItem, block.position, face))
    return placeBlock(block, face, ...rest)
  }
  bot.activateBlock = async (block, side = UP, ...rest) => {
    check(againstUse(bot.heldItem, block.position, side))
    return activateBlock(block, side, ...rest)
  }
  bot._client.write = (name, packet) => {
    if (name !== 'block_place') return write(name, packet)
    const { location, direction, hand } = packet
    const side = SIDES[direction]
    const held = hand === 1 ? bot.inventory.slots[SECOND_HAND] : bot.heldItem
    const found = check(againstUse(held, location, side))
    if (known.mode === 'block') { // refused, but not reported, since the bot perhaps does not hold it
      const doubtful = mayHold(!held).map(item => againstUse(item, location, side)).find(Boolean)
      if (doubtful) throw coded('FORBIDDEN', doubtful.verdict.why)
    }
    write(name, packet)
    if (found) note('guard.warned', found)
  }
  bot.on('physicsTick', () => tally.flush())

  return {
    /**
     * Replaces the guard's data: mode, team, witnessed, and buildings as { structure, owner, blocks: { name: places }
     * }.
     */
    learn ({ buildings: built, ...told }) {
      known = told
      parts = new Map()
      buildings = built.filter(({ structure }) => structure).map(({ structure, owner, blocks }) => ({
        structure,
        owner,
        places: Object.values(blocks).flat(),
        blocks: Object.fromEntries(Object.entries(blocks).map(([name, places]) => [name, places.length]))
      }))
      for (const { structure, owner, blocks } of built) {
        for (const [name, places] of Object.entries(blocks)) {
          for (const [x, y, z] of places) parts.set(`${x},${y},${z}`, { name, owner, structure })
        }
      }
    },
    /** isClicking: returns whether a click in a window is unanswered. */
    watchClicks (told) { isClicking = told },
    /** Whether the block at a place may be dug; false if the guard would deny it. */
    mayDig: place => known.mode !== 'block' || againstBreaking(place) === null,
    /** Whether digging the block is harmless, in any mode: no path may lead through somebody else's building. */
    isFree: place => againstBreaking(place) === null,
    /** The buildings that had a block within `range` of a place at the start, each with its nearest block. */
    around (here, range) {
      const away = ([x, y, z]) => Math.hypot(x - here.x, y - here.y, z - here.z)
      return buildings.map(({ places, ...told }) => ({
        ...told, nearest: places.reduce((best, place) => away(place) < away(best) ? place : best)
      })).filter(({ nearest }) => away(nearest) <= range)
    },
    /** Reports everything that was counted but not yet reported. */
    tellAll: () => tally.flush({ all: true })
  }
}

module.exports = { guardOf }
