'use strict'
/** What living costs: hunger, starving, falls; how much fits into a slot; and the day. */

const { test, before, after, beforeEach } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { openWorld } = require('./server_raw')

const SPRINT = 'start_sprinting'
const WALK = 'stop_sprinting'
const FULL = 20
const PLACE = [8.5, 5, 8.5]

let world, alice, player
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`)

before(async () => {
  world = await openWorld()
  alice = await world.connect('Alice')
  player = alice.player
})
after(() => {
  assert.deepEqual(world.refused(), [])
  world.close()
})

beforeEach(async () => {
  await world.put(alice, ...PLACE)
  player.updateHealth(FULL)
  player.food = FULL
  Object.assign(player.hunger, { exhaustion: 0 })
})

/** What `run` exhausts. */
async function cost (run) {
  await world.ticks(2)
  player.hunger.exhaustion = 0
  await run()
  await world.ticks(2)
  return player.hunger.exhaustion
}

async function run (blocks) {
  for (let i = 0; i < blocks * 4; i++) {
    alice.step(0.25, 0, 0)
    await world.ticks(1)
  }
}

async function jump () {
  let rise = 0.42
  while (alice.place.y + rise > 5) {
    alice.step(0, rise, 0, false)
    rise = (rise - 0.08) * 0.98
  }
  alice.go(alice.place.x, 5, alice.place.z)
  await world.ticks(1)
}

test('a sprinted block costs 0.1, a walked one nothing; a jump 0.05, out of a sprint 0.2', async () => {
  near(await cost(() => run(3)), 0)
  near(await cost(jump), 0.05)
  alice.say('entity_action', { entityId: player.id, actionId: SPRINT, jumpBoost: 0 })
  near(await cost(() => run(3)), 0.3)
  near(await cost(jump), 0.2)
  alice.say('entity_action', { entityId: player.id, actionId: WALK, jumpBoost: 0 })
  near(await cost(() => run(1)), 0)
})

test('a block swum costs 0.01', async () => {
  for (let x = 7; x < 13; x++) for (const y of [3, 4]) world.set(x, y, 20, 'water')
  await world.put(alice, 8.5, 4, 20.5)
  near(await cost(() => run(2)), 0.02)
})

test('a block dug costs 0.005, a blow 0.1 to who strikes and to who is struck', async () => {
  world.set(10, 5, 9, 'dirt')
  near(await cost(async () => {
    alice.dig(0, 10, 5, 9)
    await world.ticks(15)
    alice.dig(2, 10, 5, 9)
  }), 0.005)
  const bob = await world.connect('Bob')
  await world.put(bob, 10.5, 5, 8.5)
  bob.player.hunger.since = world.serv.tickCount + 100 // it heals later
  near(await cost(async () => alice.strike(bob.player)), 0.1)
  near(bob.player.hunger.exhaustion, 0.1)
})

test('four points of exhaustion cost one of saturation, and then one of food', async () => {
  player.foodSaturation = 1
  player.hunger.exhaustion = 3.9
  alice.say('entity_action', { entityId: player.id, actionId: SPRINT, jumpBoost: 0 })
  await run(2)
  assert.deepEqual([player.foodSaturation, player.food], [0, 20])
  player.hunger.exhaustion = 3.9
  const told = once(alice.client, 'update_health')
  await run(2)
  alice.say('entity_action', { entityId: player.id, actionId: WALK, jumpBoost: 0 })
  assert.equal(player.food, 19)
  assert.equal((await told)[0].food, 19)
})

test('without food one heals no more, and loses health down to ten, where it ends', async () => {
  player.updateFood(0)
  player.updateHealth(11)
  world.events.length = 0
  await world.ticks(90)
  assert.equal(player.health, 10)
  await world.ticks(100)
  assert.equal(player.health, 10)
  assert.deepEqual(
    world.events.filter(e => e.kind === 'hurt').map(({ by, damage, health }) => [by, damage, health]),
    [['hunger', 1, 10]]
  )
})

test('who comes back is as hungry as it went', async () => {
  const carol = await world.connect('Carol')
  Object.assign(carol.player, { food: 12, foodSaturation: 0.5 })
  carol.player.hunger.exhaustion = 2
  carol.client.end()
  await world.until(() => !world.serv.players.includes(carol.player))
  const again = await world.connect('Carol')
  assert.deepEqual([again.player.food, again.player.foodSaturation, again.player.hunger.exhaustion], [12, 0.5, 2])
})

/** Falls to the bottom, or for so many ticks. */
function drop (who, bottom, ticks = Infinity) {
  let speed = 0
  while (who.place.y > bottom && ticks-- > 0) {
    speed = (speed - 0.08) * 0.98
    who.go(who.place.x, Math.max(bottom, who.place.y + speed), who.place.z, false)
  }
}

/** Falls from so many blocks above the ground at a place; answers the damage told. */
async function fall (height, x, z) {
  await world.put(alice, x + 0.5, 5 + height, z + 0.5)
  world.events.length = 0
  drop(alice, world.landing ?? 5)
  await world.ticks(3)
  return world.events.filter(e => e.kind === 'hurt').map(({ by, damage }) => [by, damage])
}

test('a fall of three blocks is free, one of twelve hurts by nine', async () => {
  assert.deepEqual(await fall(3, 20, 8), [])
  assert.deepEqual(await fall(4, 20, 8), [['fall', 1]])
  player.updateHealth(FULL)
  assert.deepEqual(await fall(12, 20, 8), [['fall', 9]])
})

test('water and a ladder break a fall, hay most of it, a bed half', async () => {
  world.set(22, 4, 8, 'hay_block')
  world.set(24, 4, 8, 'water')
  world.set(26, 5, 8, 'ladder')
  assert.deepEqual(await fall(12, 22, 8), [['fall', 2]])
  world.landing = 4
  assert.deepEqual(await fall(12, 24, 8), [])
  world.landing = undefined
  assert.deepEqual(await fall(12, 26, 8), [])
  world.set(28, 5, 8, 'red_bed')
  world.landing = 5.5625
  assert.deepEqual(await fall(12 + 0.5625, 28, 8), [['fall', 3]])
  world.landing = undefined
})

test('who leaves in the air and comes back has fallen all the way', async () => {
  const dora = await world.connect('Dora')
  await world.put(dora, 30.5, 17, 8.5)
  world.events.length = 0
  drop(dora, 5, 12)
  await world.ticks(1)
  dora.client.end()
  await world.until(() => !world.serv.players.includes(dora.player))
  const again = await world.connect('Dora')
  assert.ok(again.place.y > 9 && again.place.y < 14, `${again.place}`)
  drop(again, 5)
  await world.ticks(3)
  assert.deepEqual(world.events.filter(e => e.kind === 'hurt').map(({ by, damage }) => [by, damage]), [['fall', 9]])
})

test('who dies of a fall comes back full', async () => {
  player.updateFood(5)
  assert.deepEqual(await fall(30, 20, 8), [['fall', 20]])
  assert.equal(player.alive, false)
  alice.say('client_command', { actionId: 0 })
  await world.until(() => player.alive)
  await world.ticks(3)
  assert.deepEqual([player.health, player.food, player.foodSaturation], [20, 20, 5])
  assert.ok(player.position.distanceTo(player.member.home) < 0.01)
})

test('a stack is no larger than its item allows, and no click makes it so', async () => {
  const sizes = { ender_pearl: [16, 4], iron_pickaxe: [1, 1], dirt: [64, 6] }
  for (const [item, counts] of Object.entries(sizes)) {
    world.serv.grant('Alice', item, counts[0] + counts[1])
    const slots = () => player.inventory.slots.flatMap((there, slot) => there?.name === item ? [slot] : [])
    const held = () => slots().map(slot => player.inventory.slots[slot].count)
    assert.deepEqual(held(), counts)
    const [first, second] = slots()
    alice.click(second, [item, counts[1]])
    alice.click(first, [item, counts[0]])
    await world.ticks(3)
    assert.ok(held().every(count => count <= counts[0]), `${item}: ${held()}`)
    assert.equal(player.inventory.selectedItem.count, counts[1])
    alice.say('close_window', { windowId: 0 })
    await world.ticks(2)
    assert.deepEqual(held().sort(), counts.sort())
  }
})

test('a day has 24000 ticks, and clients are told', async () => {
  const { serv } = world
  await world.until(() => serv.tickCount % 20 === 0)
  const before = serv.time
  await world.ticks(40)
  assert.equal((serv.time - before + 24000) % 24000, 40)
  serv.setTime(23980)
  let told = null
  alice.client.on('update_time', ({ time }) => { told = time })
  await world.ticks(21)
  assert.equal(serv.time, 0)
  assert.equal(Number(told?.at?.(-1) ?? told), 0)
})
