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

const UP = new Vec3(0, 1, 0)
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
      { kind: 'attack', target: { name: isPlayer ? entity.username : entity.name, isPlayer } },
      entity.position
    )
  }

  /** What is against placing something there: it would fill in water of a building, say. */
  function againstFilling (block, face) {
    for (const place of [block.position, block.position.plus(face)]) {
      const filled = bot.blockAt(place)
      const found = filled?.boundingBox === 'empty' && againstBreaking(place)
      if (found) return found
    }
    return null
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
  bot.placeBlock = async (block, face, ...rest) => {
    const found = check(againstFilling(block, face))
    const done = await placeBlock(block, face, ...rest)
    if (found) note('guard.warned', found)
    return done
  }
  bot.activateBlock = async (block, ...rest) => {
    check(bot.heldItem && againstFilling(block, UP)) // a click with a block in hand places it
    const tills = bot.heldItem?.name.endsWith('_hoe')
    const found = tills ? check(againstBreaking(block.position)) : null
    const done = await activateBlock(block, ...rest)
    if (found) note('guard.warned', found)
    return done
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
