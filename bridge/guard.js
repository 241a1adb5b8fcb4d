'use strict'
/**
 * The guard of one bot, in its own process: what the policy is against does not leave it (block), or is told of (warn).
 *
 * Laid over mineflayer's own methods, which the facade and the pathfinder call alike; no program reaches what is under
 * them. Knows of the world what it was told: the team, and the buildings as they first stood. A block counts as a part
 * of one while it is what stood there. Where the server guards as well it tells of what is done, and the bot does not.
 */
const { Vec3 } = require('vec3')
const { judge, tell } = require('./policy')
const { makeTally } = require('./tally')
const { coded } = require('./failure')
const { readTag } = require('./nametag')

const UP = new Vec3(0, 1, 0)
const SIDES = [ // by the number that a click has for the side of a block
  [0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]
].map(([x, y, z]) => new Vec3(x, y, z))
const SECOND_HAND = 45 // its slot
const NOBODYS = { owner: null, structure: null }

/** @param {{now: () => number, emit: (event: object) => void}} of - now: game time in ticks */
function guardOf (bot, { now, emit }) {
  let known = { mode: 'off', team: [], witnessed: false }
  let parts = new Map() // 'x,y,z' -> { name, owner, structure }
  let buildings = [] // { structure, owner, places }
  const tally = makeTally({ now, tell: (fields, count) => emit({ event: 'guard', ...fields, count }) })

  /** What is against breaking what stands at a place now: { act, verdict, position } or null. */
  function againstBreaking (place) {
    const position = place.floored()
    const part = parts.get(`${position.x},${position.y},${position.z}`)
    const name = part && bot.blockAt(position)?.name
    const { owner, structure } = name === part?.name ? part ?? NOBODYS : NOBODYS
    return against({ kind: 'break', block: name, owner, structure }, position)
  }

  function againstAttack (entity) {
    const isPlayer = entity.type === 'player'
    return against(
      { kind: 'attack', target: { name: isPlayer ? entity.username : entity.name, isPlayer, owner: readTag(entity) } },
      entity.position
    )
  }

  /** What is against a click with that item on a block: a hoe tills it, and what is placed may fill in water. */
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

  /** Where the second half can come: above, of doors and tall plants; away from who places it, of beds. */
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

  /** Throws where it is denied; answers what has to be told once it is done, or null. */
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
    const item = hand === 1 ? bot.inventory.slots[SECOND_HAND] : bot.heldItem
    const found = check(againstUse(item, location, SIDES[direction]))
    write(name, packet)
    if (found) note('guard.warned', found)
  }
  bot.on('physicsTick', () => tally.flush())

  return {
    /**
     * Replaces what is known: mode, team, witnessed, and buildings as { structure, owner, blocks: { name: places } }.
     */
    learn ({ buildings: built, ...told }) {
      known = told
      parts = new Map()
      buildings = built.filter(({ structure }) => structure).map(({ structure, owner, blocks }) => ({
        structure, owner, places: Object.values(blocks).flat()
      }))
      for (const { structure, owner, blocks } of built) {
        for (const [name, places] of Object.entries(blocks)) {
          for (const [x, y, z] of places) parts.set(`${x},${y},${z}`, { name, owner, structure })
        }
      }
    },
    /** Whether the block at a place may be dug: false if that would be denied. */
    mayDig: place => known.mode !== 'block' || againstBreaking(place) === null,
    /** Whether nothing is against digging it, be it denied or not: no way leads through what others built. */
    isFree: place => againstBreaking(place) === null,
    /** The buildings with a part within `range` blocks of a place, as they first stood, and that part. */
    around (here, range) {
      const away = ([x, y, z]) => Math.hypot(x - here.x, y - here.y, z - here.z)
      return buildings.map(({ structure, owner, places }) => ({
        structure, owner, nearest: places.reduce((best, place) => away(place) < away(best) ? place : best)
      })).filter(({ nearest }) => away(nearest) <= range)
    },
    /** Tells what was counted and not yet told. */
    tellAll: () => tally.flush({ all: true })
  }
}

module.exports = { guardOf }
