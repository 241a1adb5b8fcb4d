'use strict'
/**
 * Mineflayer's own physics on the real server: whatever an honest bot does, it is never set back, and nothing is told
 * of it.
 */

const { test, before, after, afterEach } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { Vec3 } = require('vec3')
const mineflayer = require('mineflayer')
const { pathfinder, goals, Movements } = require('mineflayer-pathfinder')
const { openWorld } = require('./server_raw')
const { version } = require('../../game/facts')

let world, bot, player
let setBacks = 0
let dug = 0

before(async () => {
  world = await openWorld()
  world.set(8, 4, 20, 'stone')
  for (const [x, height] of [
    [30, 1], [31, 2], [32, 3]
  ]) {
    for (let y = 5; y < 5 + height; y++) for (const z of [8, 9]) world.set(x, y, z, 'stone')
  }
  for (const x of [20, 22, 24]) for (const z of [20, 21]) world.set(x, 4, z, 'air') // gaps to leap
  world.set(20, 5, 30, 'oak_slab')
  world.set(21, 5, 30, 'oak_stairs', { facing: 'east' })
  world.set(22, 5, 30, 'stone')
  for (let y = 5; y < 10; y++) {
    world.set(3, y, 3, 'stone')
    world.set(3, y, 4, 'ladder', { facing: 'south' })
  }
  for (let x = -10; x < -4; x++) for (let z = 8; z < 12; z++) for (const y of [2, 3, 4]) world.set(x, y, z, 'water')
  bot = mineflayer.createBot({
    host: '127.0.0.1', port: world.serv.listeningPort, username: 'Alice', auth: 'offline', version
  })
  bot.loadPlugin(pathfinder)
  await once(bot, 'spawn')
  await bot.waitForChunksToLoad()
  await bot.waitForTicks(10)
  bot.pathfinder.setMovements(Object.assign(new Movements(bot), { canDig: false, allow1by1towers: false }))
  player = world.serv.players[0]
  bot.on('forcedMove', () => { setBacks++ })
  bot.on('diggingCompleted', () => { dug++ })
})
after(() => {
  bot.end()
  world.close()
})
afterEach(() => {
  bot.clearControlStates()
  const seen = [world.refused(), setBacks]
  world.events.length = setBacks = 0
  assert.deepEqual(seen, [[], 0])
})

async function put (x, y, z) {
  await player.teleport(new Vec3(x, y, z))
  await bot.waitForTicks(10)
  setBacks = dug = 0
}

/**
 * One that digs on a busy machine may be put back on the block for the ticks that the server still gives it; no fault
 * of its own.
 */
function digs () {
  assert.ok(setBacks <= 3 * dug, `${setBacks} times set back, ${dug} blocks dug`)
  setBacks = dug = 0
}

const face = (x, z) =>
  bot.lookAt(new Vec3(bot.entity.position.x + x, bot.entity.position.y + 1.62, bot.entity.position.z + z), true)
const press = (...keys) => { for (const key of keys) bot.setControlState(key, true) }

/** Where it comes to rest, the server has it, too. While it moves, the server is behind by what is on the way. */
async function agreed () {
  bot.clearControlStates()
  await bot.waitForTicks(20)
  const place = bot.entity.position
  assert.ok(player.position.distanceTo(place) < 0.05, `the server has it at ${player.position}, it is at ${place}`)
}

test('it sprints and jumps as fast as it can, for twelve seconds', async () => {
  await put(-30.5, 5, 40.5)
  await face(1, 0)
  press('forward', 'sprint', 'jump')
  await bot.waitForTicks(240)
  assert.ok(bot.entity.position.x > 40, `${bot.entity.position}`)
  await agreed()
})

test('it leaps up blocks, and down from them', async () => {
  await put(27.5, 5, 8.5)
  await face(1, 0)
  press('forward', 'sprint', 'jump')
  await bot.waitForTicks(60)
  assert.ok(bot.entity.position.x > 33)
})

test('it walks up slabs and stairs', async () => {
  await put(18.5, 5, 30.5)
  await face(1, 0)
  press('forward')
  await bot.waitForTicks(20)
  assert.equal(bot.entity.position.y, 6)
  await bot.waitForTicks(25)
  assert.equal(bot.entity.position.y, 5)
})

test('it goes up a ladder and down', async () => {
  await put(3.5, 5, 4.7)
  await face(0, -1)
  press('forward')
  await bot.waitForTicks(40)
  assert.ok(bot.entity.position.y > 7)
  bot.clearControlStates()
  await bot.waitForTicks(60)
  assert.equal(Math.round(bot.entity.position.y), 5)
})

test('it swims, dives, and climbs out', async () => {
  await put(-3.5, 5, 9.5)
  await face(-1, 0)
  press('forward', 'sprint')
  await bot.waitForTicks(40)
  press('jump')
  await bot.waitForTicks(60)
  bot.setControlState('jump', false)
  await bot.waitForTicks(20)
  await face(1, 0)
  press('jump')
  await bot.waitForTicks(120)
  assert.ok(bot.entity.position.x > -4 && bot.entity.position.y >= 5, `${bot.entity.position}`)
})

test('it builds a pillar under itself, and digs it away', async () => {
  await put(12.5, 5, 12.5)
  world.serv.grant('Alice', 'dirt', 4)
  await bot.waitForTicks(3)
  await bot.equip(bot.registry.itemsByName.dirt.id, 'hand')
  await bot.look(bot.entity.yaw, -Math.PI / 2, true)
  for (let height = 1; height <= 4; height++) {
    const ground = bot.blockAt(bot.entity.position.offset(0, -0.5, 0))
    press('jump')
    await new Promise(resolve => bot.on('move', function risen () {
      if (bot.entity.position.y < 5.15 + height) return
      bot.off('move', risen)
      resolve()
    }))
    bot.setControlState('jump', false)
    await bot._placeBlockWithOptions(ground, new Vec3(0, 1, 0), { forceLook: 'ignore' }) // it looks there already
    await bot.waitForTicks(12)
    assert.equal(bot.entity.position.y, 5 + height)
  }
  for (let height = 3; height >= 0; height--) {
    await bot.dig(bot.blockAt(bot.entity.position.offset(0, -0.5, 0)))
    await bot.waitForTicks(12)
    assert.equal(bot.entity.position.y, 5 + height)
  }
  digs()
})

test('it falls far, dies, and comes back', async () => {
  await put(12.5, 60, 20.5)
  await once(bot, 'death')
  await once(bot, 'spawn')
  await bot.waitForTicks(50)
  setBacks = 0 // its place after death is the server's to say
  await face(1, 0)
  press('forward', 'sprint')
  await bot.waitForTicks(30)
  await agreed()
})

test('it follows a path over gaps and corners, there and back, and digs and builds its way', async () => {
  await put(18.5, 5, 20.5)
  await bot.pathfinder.goto(new goals.GoalBlock(27, 5, 21))
  await bot.pathfinder.goto(new goals.GoalBlock(33, 5, 9))
  world.serv.grant('Alice', 'dirt', 30)
  await bot.waitForTicks(3)
  bot.pathfinder.setMovements(new Movements(bot)) // digs and builds
  for (let y = 5; y < 8; y++) for (let z = 0; z < 16; z++) world.set(36, y, z, 'dirt')
  await bot.waitForTicks(10)
  await bot.pathfinder.goto(new goals.GoalBlock(40, 5, 9))
  await bot.pathfinder.goto(new goals.GoalBlock(40, 9, 9))
  digs()
})

test('it stands in the way of a block, and of one that goes', async () => {
  await put(8.5, 5, 40.5)
  await face(1, 0)
  press('forward', 'sprint')
  for (let x = 12; x < 30; x += 3) {
    world.set(x, 5, 40, 'stone')
    await bot.waitForTicks(4)
    world.set(x, 5, 40, 'air')
    world.set(x - 1, 4, 40, 'air')
    await bot.waitForTicks(3)
    world.set(x - 1, 4, 40, 'dirt')
  }
})
