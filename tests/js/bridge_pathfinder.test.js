'use strict'
/** The faults of mineflayer-pathfinder 2.4.5, each shown and fixed on a flat world without a server. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { pathfinder, goals, movementsOf } = require('../../bridge/pathfinder')

const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Block = require('prismarine-block')(registry)
const AIR = registry.blocksByName.air.defaultState
const STONE = registry.blocksByName.stone.defaultState
const SHAPES = { stone: [[0, 0, 0, 1, 1, 1]], air: [] }

/** A bot on an endless floor of stone; `wall(x, y, z)` says where more blocks are, `made` of what. */
function flatBot (wall = () => false, made = 'stone') {
  const bot = new EventEmitter()
  bot.setMaxListeners(0)
  const blockAt = pos => {
    const p = pos.floored()
    const solid = p.y < 5 || wall(p.x, p.y, p.z)
    const state = p.y < 5 ? STONE : registry.blocksByName[made].defaultState
    const block = Block.fromStateId(solid ? state : AIR, 0)
    block.position = p
    block.shapes = solid ? SHAPES.stone : SHAPES.air
    return block
  }
  Object.assign(bot, {
    registry,
    version,
    entities: {},
    entity: { position: new Vec3(0.5, 5, 0.5), velocity: new Vec3(0, 0, 0), onGround: true, effects: {}, height: 1.8 },
    inventory: { items: () => [], slots: [] },
    controlState: {},
    physics: { simulatePlayer () {} }, // nothing moves its legs
    game: { minY: 0, height: 256, dimension: 'overworld' },
    world: { getBlock: blockAt },
    blockAt,
    supportFeature: () => true,
    clearControlStates () {},
    setControlState () {},
    look () {},
    lookAt () {},
    stopDigging () {}
  })
  pathfinder(bot)
  bot.emit('spawn')
  return bot
}

const search = (bot, goal, options) =>
  bot.pathfinder.getPathFromTo(bot.pathfinder.movements, bot.entity.position, goal, options).next().value
const tick = (bot, n = 1) => { for (let i = 0; i < n; i++) bot.emit('physicsTick') }

test('editing a partial path leaves the nodes of the search alone', () => {
  const bot = flatBot()
  bot.pathfinder.movements.canDig = false
  const { result, astarContext } = search(bot, new goals.GoalXZ(40, 40), { tickTimeout: 40 })
  assert.equal(result.status, 'partial')
  assert.ok(result.path.length > 0)
  assert.ok(result.path.every(node => node.x % 1 === 0.5)) // moved to the middle of their blocks
  for (let node = astarContext.bestNode; node; node = node.parent) assert.equal(node.data.x % 1, 0)
})

test('what a search decides does not depend on the clock', () => {
  const visit = () => {
    const bot = flatBot()
    bot.pathfinder.movements.canDig = false
    return search(bot, new goals.GoalXZ(40, 40)).result.visitedNodes
  }
  const quick = visit()
  const now = performance.now
  performance.now = () => now.call(performance) * 1000 // a machine a thousand times slower
  try {
    assert.equal(visit(), quick)
  } finally { performance.now = now }
})

test('goto rejects where there is no path, instead of resolving on the spot', async () => {
  const box = (x, y, z) => y < 9 && Math.max(Math.abs(x), Math.abs(z)) === 1 // walled in
  const bot = flatBot(box)
  bot.pathfinder.movements.canDig = false
  const going = bot.pathfinder.goto(new goals.GoalXZ(20, 0))
  tick(bot, 3)
  await assert.rejects(going, /No path/)
  assert.equal(bot.pathfinder.goal, null)
  assert.equal(bot.listenerCount('goal_reached'), 0)
})

test('goto resolves at the goal, and rejects when another goal is set', async () => {
  const bot = flatBot()
  const here = bot.pathfinder.goto(new goals.GoalXZ(0, 0))
  tick(bot)
  await here
  const there = bot.pathfinder.goto(new goals.GoalXZ(20, 0))
  bot.pathfinder.setGoal(new goals.GoalXZ(0, 20))
  await assert.rejects(there, /goal was changed/)
})

test('stop while nothing moves does not spoil the next goto', async () => {
  const bot = flatBot()
  bot.pathfinder.stop()
  const here = bot.pathfinder.goto(new goals.GoalXZ(0, 0))
  tick(bot)
  await here
})

test('a bot that does not move an inch gives up', async () => {
  const bot = flatBot()
  bot.pathfinder.movements.canDig = false
  const going = bot.pathfinder.goto(new goals.GoalXZ(10, 0))
  tick(bot, 400)
  await assert.rejects(going, /stands still/)
})

test('on its way it digs through rock, and not through what somebody made', async () => {
  const box = (x, y, z) => y < 9 && Math.max(Math.abs(x), Math.abs(z)) === 1
  for (const name of ['oak_planks', 'glass', 'bookshelf', 'stone_bricks', 'crafting_table']) {
    const bot = flatBot(box, name)
    bot.pathfinder.movements.blocksCantBreak.add(registry.blocksByName.stone.id) // or it would go underneath
    const going = bot.pathfinder.goto(new goals.GoalXZ(20, 0))
    tick(bot, 3)
    await assert.rejects(going, /No path/, name)
  }
  for (const name of ['stone', 'dirt', 'oak_log', 'oak_leaves', 'granite', 'iron_ore']) {
    const bot = flatBot()
    assert.ok(!bot.pathfinder.movements.blocksCantBreak.has(registry.blocksByName[name].id), name)
  }
})

test('no way leads through what is to be avoided, whatever movements it is searched with', async () => {
  const box = (x, y, z) => y < 9 && Math.max(Math.abs(x), Math.abs(z)) === 1
  for (const avoided of [true, false]) {
    const bot = flatBot(box, 'oak_log')
    bot.pathfinder.avoid(({ name }) => avoided && name === 'oak_log')
    for (const movements of [bot.pathfinder.movements, movementsOf(bot)]) {
      movements.blocksCantBreak.add(registry.blocksByName.stone.id) // or it would go underneath
      bot.pathfinder.setMovements(movements)
      const { result } = search(bot, new goals.GoalXZ(20, 0))
      assert.equal(result.status === 'noPath', avoided)
    }
  }
})

test('a way that turns back over its own head keeps its first step', async () => {
  // A pit: up a step behind the bot (z -1), then a leap over where it stood, onto the edge in front of it (z 1).
  const pit = (x, y, z) => y < (x !== 0 ? 12 : z === 0 ? 5 : z === -1 ? 6 : z < -1 ? 12 : 7)
  const bot = flatBot(pit)
  bot.pathfinder.movements.canDig = false
  bot.pathfinder.tickTimeout = 20
  bot.entity.position.z = 0.54 // a little nearer to the edge than to the step
  const ways = []
  bot.on('path_update', ({ path }) => ways.push(path.map(node => node.hash)))
  bot.pathfinder.goto(new goals.GoalXZ(0, 60)).catch(() => {})
  tick(bot, 20)
  assert.ok(ways.length > 3)
  for (const way of ways.slice(1)) assert.ok(way.includes('0,6,-1'), way.slice(0, 3).join(' '))
})

test('hopping on the spot is no progress', async () => {
  const bot = flatBot()
  bot.pathfinder.movements.canDig = false
  const going = bot.pathfinder.goto(new goals.GoalXZ(10, 0))
  const hop = n => {
    bot.entity.onGround = n % 12 < 2
    bot.entity.position.y = bot.entity.onGround ? 5 : 6.2
  }
  for (let n = 0; n < 400; n++) {
    hop(n)
    tick(bot)
  }
  await assert.rejects(going, /stands still/)
})

test('who is too hungry to sprint walks', () => {
  const bot = flatBot()
  for (const [food, sprints] of [[20, true], [7, true], [6, false], [20, true]]) {
    bot.food = food
    bot.emit('health')
    assert.equal(bot.pathfinder.movements.allowSprinting, sprints, `${food}`)
  }
})
