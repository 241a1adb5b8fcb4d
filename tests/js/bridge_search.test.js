'use strict'
/** The search finds the same paths as the package's own, and looks at fewer blocks. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Block = require('prismarine-block')(registry)
const Item = require('prismarine-item')(registry)
const { pathfinder, goals, movementsOf } = require('../../bridge/pathfinder')
const random = require('../../bridge/random')

const SEARCH = require.resolve('mineflayer-pathfinder/lib/astar')
const Ours = require(SEARCH)
delete require.cache[SEARCH]
const Packages = require(SEARCH)

const MATERIALS = [
  'air', 'air', 'air', 'air', 'stone', 'dirt', 'water', 'lava', 'sand', 'ladder', 'oak_slab', 'oak_fence', 'chest'
]
const MS = 1e9 // the package's own search must not end for time

/** The height of the floor; some worlds lie at the bottom, where what is not loaded begins. */
const SEARCHES = Number(process.env.SEARCHES ?? 20) // `make soak` tries 60
const groundOf = seed => seed % 4 === 1 ? 1 : 60

/** A bot in a cube of random blocks on a floor of stone. */
function botIn (seed) {
  const GROUND = groundOf(seed)
  const next = random(seed)
  const looks = { count: 0 }
  const blocks = new Map()
  for (let x = -5; x <= 5; x++) {
    for (let y = GROUND; y <= GROUND + 3; y++) {
      for (let z = -5; z <= 5; z++) {
        blocks.set(`${new Vec3(x, y, z)}`, MATERIALS[Math.floor(next() * MATERIALS.length)])
      }
    }
  }
  const bot = new EventEmitter()
  bot.setMaxListeners(0)
  const blockAt = position => {
    looks.count++
    const place = position.floored()
    if (Math.max(Math.abs(place.x), Math.abs(place.z)) > 6) return null // not loaded
    if (Math.abs(place.y - GROUND) > 4) return null
    const name = place.y < GROUND ? 'stone' : blocks.get(`${place}`) ?? 'air'
    const block = Block.fromStateId(registry.blocksByName[name].defaultState, 0)
    block.position = place
    return block
  }
  const sheep = { position: new Vec3(2.5, GROUND, 1.5), height: 1.3, width: 0.9, type: 'mob' }
  const tools = ['wooden_shovel', 'stone_pickaxe'].map(name => new Item(registry.itemsByName[name].id, 4))
  Object.assign(bot, {
    registry,
    version,
    entities: { 1: sheep },
    entity: { position: new Vec3(0.5, GROUND, 0.5), onGround: true, effects: {}, height: 1.8 },
    inventory: { items: () => tools, slots: [] },
    game: { minY: 0, height: 256 },
    world: { getBlock: blockAt },
    blockAt,
    supportFeature: () => true
  })
  pathfinder(bot)
  const movements = movementsOf(bot)
  movements.canDig = seed % 2 === 0
  if (seed % 3 === 0) movements.scafoldingBlocks = [tools[1].type] // it may build with what it holds
  movements.exclusionAreasStep.push(block => block.position?.x === 3 ? 2 : 0)
  movements.updateCollisionIndex()
  const between = (from, to) => from + Math.floor(next() * (to - from + 1))
  const goal = new goals.GoalBlock(between(-5, 5), GROUND + between(0, 2), between(-5, 5))
  return { looks, movements, goal }
}

/** Searches as often as the search says that it is not over, and returns what it found. */
function found (seed, Search, perTick, limit) {
  const { looks, movements, goal } = botIn(seed)
  const start = { x: 0, y: groundOf(seed), z: 0, remainingBlocks: movements.countScaffoldingItems(), cost: 0 }
  start.hash = `0,${start.y},0`
  start.toBreak = start.toPlace = []
  looks.count = 0
  const search = new Search(start, movements, goal, limit, perTick)
  let result
  let parts = 0
  do result = search.compute(); while (result.status === 'partial' && ++parts)
  const path = result.path.map(({ toBreak, ...move }) => ({ ...move, toBreak: `${toBreak}` }))
  const { status, cost, visitedNodes } = result
  return { status, cost, visitedNodes, path, parts, looks: looks.count }
}

test(`${SEARCHES} random searches find the same paths as the package, and look at fewer blocks`, () => {
  const looked = { before: 0, now: 0 }
  const kinds = new Set()
  let parts = 0
  for (let seed = 1; seed <= SEARCHES; seed++) {
    const before = found(seed, Packages, MS, MS)
    const now = found(seed, Ours, 120, MS)
    now.path.shift() // ours begins with the node in which the bot stands
    for (const what of ['status', 'cost', 'visitedNodes', 'path']) {
      assert.deepEqual(now[what], before[what], `${what} of seed ${seed}`)
    }
    looked.before += before.looks
    looked.now += now.looks
    parts += now.parts
    kinds.add(`${now.status} ${now.path.some(move => move.toBreak)} ${now.path.some(move => move.toPlace.length)}`)
  }
  assert.ok(parts > SEARCHES / 3, `${parts} searches went on in the next tick`)
  assert.ok(kinds.size > 3, [...kinds].join(', '))
  assert.ok(looked.now * 4 < looked.before, `${looked.now} looks at blocks, ${looked.before} before`)
})
