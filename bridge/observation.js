'use strict'
/**
 * The things that one bot sees and holds, as plain JSON.
 *
 * Without surroundings, an observation is cheap enough for every tick. With surroundings, every kind of block within 48
 * blocks is counted; the sections of the world are read once and cached until they change. Plain ground is everywhere,
 * so it is only counted within 6 blocks.
 */
const { Vec3 } = require('vec3')
const { holdings } = require('./holdings')
const { readTag } = require('./nametag')

const {
  colours: COLOURS, crops: CROPS, sheep: WOOL, plainGround, neverListed, distances: { blocks: RANGE }
} = require('../game/facts')
const SECTION = 16
const UNDERFOOT = 6
const APART = 8
const OTHERS = 2
const LOWEST = -64
const HIGHEST = 320 // of any version's world
const NOTHING = new Set(['air', 'cave_air', 'void_air', ...neverListed])
const GROUND = new Set(plainGround)
const NO_MOB = new Set(['player', 'object', 'orb', 'projectile', 'other', 'global'])
const OWNED = 1e6 // blocks that are added to the distance of what somebody owns

/**
 * @param {() => object[]} containers - what lay in those that the bot opened
 * @param {(here: Vec3, range: number) => object[]} buildings - those with a part within so many blocks
 */
function makeObserver (bot, containers = () => [], buildings = () => []) {
  const sections = new Map() // 'cx,cz,sy' -> [[name, x, y, z, ripe], ...] of one section
  const forget = (x, y, z) => sections.delete(`${x >> 4},${z >> 4},${y >> 4}`)
  bot.on('blockUpdate', (before, after) => {
    const at = (after ?? before)?.position
    if (at) forget(at.x, at.y, at.z)
  })
  for (const event of ['chunkColumnLoad', 'chunkColumnUnload']) {
    bot.on(event, ({ x, z }) => { for (let y = LOWEST; y < HIGHEST; y += SECTION) forget(x, y, z) })
  }

  /** @param {(place: Vec3) => boolean} [counts] - which of the blocks around are counted */
  function observe (surroundings = false, counts = () => true) {
    const here = bot.entity.position
    return {
      position: coordinates(here),
      health: bot.health ?? 0,
      food: bot.food ?? 0,
      time: bot.time.timeOfDay ?? 0,
      inventory: holdings(bot),
      held: bot.heldItem?.name ?? null,
      ...creatures(here),
      blocks: surroundings ? blocks(here, counts) : {},
      containers: containers(),
      buildings: surroundings ? buildings(here, RANGE) : []
    }
  }

  function creatures (here) {
    const players = {}
    const mobs = {}
    const drops = {}
    const ground = {}
    const sheep = {}
    const owned = new Map() // 'mob of owner' -> { mob, owner, seen: a table with one entry }
    for (const entity of Object.values(bot.entities)) {
      if (entity === bot.entity || !entity.position) continue
      if (entity.type === 'player') players[entity.username] = coordinates(entity.position)
      else if (entity.name === 'item') {
        const item = entity.getDroppedItem()
        if (!item) continue
        drops[item.name] = (drops[item.name] ?? 0) + item.count
        sight(ground, item.name, entity.position, here, item.count)
      } else if (entity.name && !NO_MOB.has(entity.type)) {
        const owner = readTag(entity)
        sight(mobs, entity.name, entity.position, here, 1, Boolean(owner))
        if (entity.name === 'sheep') sight(sheep, coat(entity), entity.position, here, 1, Boolean(owner))
        if (!owner) continue
        const key = `${entity.name} of ${owner}`
        if (!owned.has(key)) owned.set(key, { mob: entity.name, owner, seen: {} })
        sight(owned.get(key).seen, entity.name, entity.position, here)
      }
    }
    return {
      players,
      mobs: told(mobs),
      drops,
      ground: told(ground),
      sheep: told(sheep),
      owned: [...owned.values()].map(({ mob, owner, seen }) => ({ mob, owner, ...told(seen)[mob] }))
    }
  }

  function blocks (here, counts) {
    const seen = {}
    ground(seen, here, counts)
    const at = here.floored()
    for (let cx = (at.x - RANGE) >> 4; cx <= (at.x + RANGE) >> 4; cx++) {
      for (let cz = (at.z - RANGE) >> 4; cz <= (at.z + RANGE) >> 4; cz++) {
        const column = bot.world.getColumn(cx, cz)
        if (!column) continue
        const [low, high] = extent(column)
        for (let sy = Math.max(low, (at.y - RANGE) >> 4); sy < Math.min(high, ((at.y + RANGE) >> 4) + 1); sy++) {
          for (const [name, x, y, z, ripe] of section(column, cx, cz, sy)) {
            const place = new Vec3(x, y, z)
            if (distance(place, here) > RANGE || !counts(place)) continue
            sight(seen, name, place, here)
            if (name in CROPS) seen[name].ripe = (seen[name].ripe ?? 0) + ripe
            remember(seen[name], place)
          }
        }
      }
    }
    return told(seen, here)
  }

  function ground (seen, here, counts) {
    const { x: x0, y: y0, z: z0 } = here.floored()
    for (let x = x0 - UNDERFOOT; x <= x0 + UNDERFOOT; x++) {
      for (let z = z0 - UNDERFOOT; z <= z0 + UNDERFOOT; z++) {
        const column = bot.world.getColumn(x >> 4, z >> 4)
        if (!column) continue
        const [low, high] = extent(column).map(section => section * SECTION)
        for (let y = Math.max(low, y0 - UNDERFOOT); y < Math.min(high, y0 + UNDERFOOT + 1); y++) {
          const name = nameAt(column, x & 15, y, z & 15)
          if (GROUND.has(name) && counts(new Vec3(x, y, z))) sight(seen, name, { x, y, z }, here)
        }
      }
    }
  }

  const nameOf = state => bot.registry.blocksByStateId[state]?.name ?? 'air'
  const place = new Vec3(0, 0, 0)
  const nameAt = (column, x, y, z) => nameOf(column.getBlockStateId(place.set(x, y, z)))
  const ages = new Map() // state of a crop -> its age
  /** Whether the crop at `place` is ripe. */
  const isRipe = (name, state, column) => {
    if (!ages.has(state)) {
      const block = column.getBlock(place)
      ages.set(state, Number(block.getProperties().age ?? block.metadata))
    }
    return ages.get(state) === CROPS[name].ripe
  }
  const isPlain = name => NOTHING.has(name) || GROUND.has(name)

  function section (column, cx, cz, sy) {
    const key = `${cx},${cz},${sy}`
    let found = sections.get(key)
    if (found) return found
    found = []
    const part = column.sections[sy - extent(column)[0]]
    if (part && !(part.palette && part.palette.every(state => isPlain(nameOf(state))))) {
      for (let y = 0; y < SECTION; y++) {
        for (let z = 0; z < SECTION; z++) {
          for (let x = 0; x < SECTION; x++) {
            const state = column.getBlockStateId(place.set(x, sy * SECTION + y, z))
            const name = nameOf(state)
            if (isPlain(name)) continue
            const ripe = name in CROPS && isRipe(name, state, column)
            found.push([name, cx * SECTION + x, sy * SECTION + y, cz * SECTION + z, ripe])
          }
        }
      }
    }
    sections.set(key, found)
    return found
  }

  return observe
}

/** The lowest section of a column, and the section above its highest one. */
function extent (column) {
  const low = (column.minY ?? 0) >> 4
  return [low, low + column.sections.length]
}

/** The colour of a sheep's wool, with the prefix `shorn_` if the sheep is shorn. */
function coat (sheep) {
  const told = sheep.metadata?.[WOOL.metadata] ?? 0
  return `${told & WOOL.bare ? 'shorn_' : ''}${COLOURS[told & COLOURS.length - 1]}`
}

/** Counts a sighting. The nearest place is one that nobody owns, if there is any. */
function sight (table, name, place, here, count = 1, owned = false) {
  const entry = (table[name] ??= { count: 0, place, distance: Infinity })
  entry.count += count
  const away = distance(place, here) + (owned ? OWNED : 0)
  if (away < entry.distance) Object.assign(entry, { place, distance: away })
}

/** Keeps one place per cell that contains blocks of a kind, so that distant places can be found quickly. */
function remember (entry, place) {
  const cells = (entry.cells ??= new Map())
  const key = [place.x, place.y, place.z].reduce((key, v) => key << 8 | (Math.floor(v / APART) & 255), 0)
  if (!cells.has(key)) cells.set(key, place)
}

/** Up to OTHERS more places, the nearest first, each at least APART blocks from the nearest one and from the others. */
function apart ({ place, cells = new Map() }, here) {
  const chosen = [place]
  for (const one of [...cells.values()].sort((a, b) => distance(a, here) - distance(b, here))) {
    if (chosen.length > OTHERS) break
    if (chosen.every(other => distance(one, other) >= APART)) chosen.push(one)
  }
  return chosen.slice(1)
}

function told (table, here) {
  return Object.fromEntries(Object.entries(table).map(([name, entry]) => {
    const others = here ? apart(entry, here).map(coordinates) : []
    const { count, place, ripe } = entry
    return [name, {
      count, nearest: coordinates(place), ...(others.length && { others }), ...(ripe !== undefined && { ripe })
    }]
  }))
}
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
const coordinates = ({ x, y, z }) => [x, y, z].map(v => Math.round(v * 100) / 100)

module.exports = { makeObserver }
