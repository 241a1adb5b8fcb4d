'use strict'
/** A client that cheats by raw packets gains nothing, and each of its tries is told of. */

const { test, before, after, beforeEach } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { openWorld } = require('./server_raw')

const START = 0
const CANCEL = 1
const FINISH = 2

let world, mallory
const name = (x, y, z) => world.serv.blocks.name(new Vec3(x, y, z))
const holdings = () => world.serv.holdings(mallory.player.member)
const where = () => mallory.player.position
const isAt = (...place) => assert.ok(where().distanceTo(new Vec3(...place)) < 0.01, `${where()} is not ${place}`)

before(async () => {
  world = await openWorld()
  mallory = await world.connect('Mallory')
})
after(() => world.close())

beforeEach(async () => {
  await world.put(mallory, 8.5, 5, 8.5)
  mallory.player.heldItemSlot = 0
  mallory.setBacks = 0
  await world.ticks(22) // what was counted is told
  world.events.length = 0
})

/** Waits until all is told; answers the event where there is only one. */
async function told (what, tries = 1) {
  // A busy machine takes its time.
  for (let waits = 0; !waits || (waits < 5 && world.tries(what) < tries); waits++) await world.ticks(23)
  assert.equal(world.tries(what), tries, JSON.stringify(world.refused()))
  assert.equal(world.tries(), tries, JSON.stringify(world.refused()))
  return world.refused(what)[0]
}

async function grant (item, count) {
  world.serv.grant('Mallory', item, count)
  await world.ticks(25)
}

test('a block dug at once stands', async () => {
  world.set(10, 5, 8, 'stone')
  mallory.dig(START, 10, 5, 8)
  mallory.dig(FINISH, 10, 5, 8)
  await world.ticks(60)
  assert.equal(name(10, 5, 8), 'stone')
  mallory.dig(CANCEL, 10, 5, 8)
  const event = await told('dig_time')
  assert.ok(event.measured <= 2 && event.allowed === 105)
  assert.deepEqual(event.target, [10, 5, 8])
})

test('a block that nobody has begun to dig stands, and so does an unbreakable block', async () => {
  world.set(9, 5, 9, 'dirt')
  mallory.dig(FINISH, 9, 5, 9)
  world.set(8, 5, 10, 'bedrock')
  mallory.dig(START, 8, 5, 10)
  mallory.dig(FINISH, 8, 5, 10)
  await told('dig_time', 2)
  assert.equal(name(9, 5, 9), 'dirt')
  assert.equal(name(8, 5, 10), 'bedrock')
})

test('nothing is reached from twenty blocks away: no block, no table, no place, no cow', async () => {
  await grant('dirt', 1)
  world.set(28, 5, 8, 'crafting_table')
  const cow = world.serv.spawnMob(
    world.serv.registry.entitiesByName.cow.id,
    world.serv.overworld,
    new Vec3(28.5, 5, 10.5)
  )
  const { health } = cow
  mallory.dig(START, 28, 4, 8)
  mallory.use(28, 5, 8)
  mallory.use(28, 4, 9)
  mallory.strike(cow)
  const event = await told('reach', 4)
  assert.ok(event.measured > 19 && event.allowed === 6)
  assert.equal(name(28, 4, 8), 'grass_block')
  assert.equal(name(28, 5, 9), 'air')
  assert.equal(mallory.windows.length, 0)
  assert.equal(cow.health, health)
  assert.deepEqual(holdings(), { dirt: 1 })
})

test('a forged click makes and moves nothing', async () => {
  const before = holdings()
  mallory.click(40, ['diamond', 64])
  mallory.click(200)
  mallory.click(40, ['diamond', 64], 77)
  mallory.click(0, ['diamond_pickaxe', 1])
  await told('click', 4)
  assert.deepEqual(holdings(), before)
  assert.equal(mallory.player.inventory.selectedItem ?? null, null)
})

test('an item of creative mode is not there', async () => {
  const before = holdings()
  mallory.say('set_creative_slot', {
    slot: 38,
    item: { present: true, itemId: world.serv.registry.itemsByName.diamond.id, itemCount: 64 }
  })
  await told('slot')
  assert.deepEqual(holdings(), before)
})

test('who says to hold the crafting result, or what is in no slot, places nothing', async () => {
  await grant('oak_log', 1)
  const slot = mallory.player.inventory.slots.findIndex(item => item?.name === 'oak_log')
  mallory.click(slot, ['oak_log', 1])
  mallory.click(1)
  await world.ticks(2)
  assert.equal(mallory.player.inventory.slots[0].name, 'oak_planks')
  mallory.say('held_item_slot', { slotId: 8 })
  mallory.say('held_item_slot', { slotId: -36 })
  mallory.use(9, 4, 10)
  mallory.say('held_item_slot', { slotId: 20 })
  mallory.use(9, 4, 11)
  mallory.say('close_window', { windowId: 0 })
  await told('slot', 2)
  assert.deepEqual([name(9, 5, 10), name(9, 5, 11)], ['air', 'air'])
  assert.equal(holdings().oak_log, 1)
  assert.equal(holdings().oak_planks, undefined)
  assert.equal(mallory.player.heldItemSlot, 8)
})

test('a step of ten blocks leads nowhere', async () => {
  mallory.go(18.5, 5, 8.5)
  const { measured, target } = await told('move')
  assert.equal(measured, 10)
  assert.deepEqual(target, [18.5, 5, 8.5])
  isAt(8.5, 5, 8.5)
  assert.equal(mallory.setBacks, 1)
})

test('no place is no place', async () => {
  mallory.go(NaN, 5, 8.5)
  mallory.go(8.5, Infinity, 8.5)
  await told('move', 1) // the second is said before the server is heard again
  isAt(8.5, 5, 8.5)
})

test('ten steps a tick bring one no further than a sprint', async () => {
  const from = where().clone()
  let most = 0
  for (let tick = 0; tick < 60; tick++) {
    for (let i = 0; i < 10; i++) if (mallory.place.x < 45) mallory.step(0.9, 0, 0)
    await world.ticks(1)
    most = Math.max(most, where().distanceTo(from))
  }
  await world.ticks(23)
  assert.ok(most < 0.37 * 185, `${most} blocks in 3 seconds and what was saved in 5`)
  assert.ok(world.tries('move') > 3)
})

test('who flies is set back to the ground', async () => {
  for (let i = 0; i < 20; i++) {
    mallory.step(0.1, 0.3, 0)
    await world.ticks(1)
  }
  await world.ticks(23)
  assert.ok(world.tries('move') > 5)
  assert.ok(where().y < 6.3)
})

test('who leaps twice in the air, or glides, is set back to the ground', async () => {
  const leap = [0.42, 0.333, 0.248]
  for (const rise of [...leap, ...leap]) mallory.step(0, rise, 0)
  assert.equal((await told('move')).why, 'not as one falls')
  isAt(8.5, 5, 8.5)
  world.events.length = 0
  for (const rise of [...leap, 0.165, 0.083, 0.003, 0, 0, 0, 0]) mallory.step(0.2, rise, 0)
  assert.ok((await told('move')).measured < 0.09)
  assert.equal(where().y, 5)
})

test('who hangs in the air and acts is set back to the ground', async () => {
  for (const rise of [0.42, 0.333, 0.248]) mallory.step(0, rise, 0)
  for (let i = 0; i < 30; i++) {
    mallory.say('look', { yaw: i * 5, pitch: 0, onGround: true })
    await world.ticks(1)
  }
  assert.equal((await told('move')).why, 'hangs in the air')
  isAt(8.5, 5, 8.5)
})

test('nobody walks through a wall, be it as thin as a pane', async () => {
  for (const [x, block] of [[10, 'stone'], [6, 'glass_pane']]) {
    for (const y of [5, 6]) {
      for (const z of [7, 8, 9]) world.set(x, y, z, block, block === 'glass_pane' ? { north: true, south: true } : null)
    }
  }
  await world.ticks(25)
  mallory.step(0.6, 0, 0)
  mallory.step(0.7, 0, 0)
  assert.equal((await told('move')).why, 'through a block')
  isAt(9.1, 5, 8.5)
  world.events.length = 0
  await world.put(mallory, 6.9, 5, 8.5)
  mallory.step(-0.9, 0, 0)
  assert.equal((await told('move')).why, 'through a block')
  isAt(6.9, 5, 8.5)
})

test('nobody sinks through the ground', async () => {
  mallory.step(0, -3, 0)
  await told('move')
  isAt(8.5, 5, 8.5)
})

test('who says to stand while it falls is hurt all the same', async () => {
  world.set(12, 16, 12, 'stone')
  await world.put(mallory, 12.5, 17, 12.5)
  mallory.step(0.5, 0, 0)
  mallory.step(0.4, 0, 0)
  let speed = 0
  while (mallory.place.y > 5) {
    speed = (speed - 0.08) * 0.98
    mallory.go(mallory.place.x, Math.max(5, mallory.place.y + speed), mallory.place.z, true)
  }
  await world.ticks(5)
  assert.deepEqual(world.refused(), [])
  assert.deepEqual(world.events.filter(e => e.kind === 'hurt').map(({ by, damage }) => [by, damage]), [['fall', 9]])
})

test('fifty blows a second hurt no more than two, and make one event a second', async () => {
  const cow = world.serv.spawnMob(
    world.serv.registry.entitiesByName.cow.id,
    world.serv.overworld,
    new Vec3(10.5, 5, 8.5)
  )
  cow.health = 1000
  for (let tick = 0; tick < 60; tick++) {
    for (let i = 0; i < 2 + tick % 2; i++) mallory.strike(cow)
    await world.ticks(1)
  }
  await world.ticks(23)
  const tries = world.tries('attack_rate')
  assert.ok(tries >= 70 && tries <= 100, `150 blows in 3 seconds, ${tries} refused`)
  assert.ok(world.refused().length <= 5)
  const hurt = 1000 - cow.health
  assert.ok(hurt > 0 && hurt <= 6, `${hurt}: an honest one does 1 every half second`)
})

test('nothing is placed where a block stands', async () => {
  const before = holdings()
  world.set(10, 5, 8, 'stone')
  world.set(10, 6, 8, 'oak_planks')
  const slot = mallory.player.inventory.slots.findIndex(item => item?.name === 'dirt')
  mallory.say('held_item_slot', { slotId: slot - 36 })
  await world.ticks(25)
  mallory.use(10, 5, 8)
  assert.deepEqual((await told('place')).target, [10, 6, 8])
  assert.equal(name(10, 6, 8), 'oak_planks')
  assert.deepEqual(holdings(), before)
})

test('a click that an honest client can make is refused and not told of', async () => {
  const before = holdings()
  const slot = mallory.player.inventory.slots.findIndex(item => item?.name === 'dirt')
  mallory.say('held_item_slot', { slotId: slot - 36 })
  for (const [below, above] of [['stone', 'oak_slab'], ['oak_slab', 'oak_planks']]) {
    world.set(10, 5, 8, below)
    world.set(10, 6, 8, above)
    await world.ticks(25)
    mallory.use(10, 5, 8)
    await world.ticks(25)
    assert.deepEqual([name(10, 5, 8), name(10, 6, 8)], [below, above])
    assert.deepEqual(world.refused(), [], `${above} above ${below}`)
  }
  assert.deepEqual(holdings(), before)
})

test('nobody is an operator', async () => {
  const before = holdings()
  const { gameMode } = mallory.player
  const time = world.serv.time
  const commands = [
    'give Mallory diamond 64', 'op Mallory', 'tp 30 5 30', 'teleport 30 5 30', 'gamemode creative', 'gamemode 1',
    'setblock 8 5 9 stone', 'time set 6000', 'kill @e', 'stop'
  ]
  for (const command of commands) mallory.say('chat', { message: `/${command}` })
  await world.ticks(3)
  assert.deepEqual(holdings(), before)
  assert.equal(mallory.player.gameMode, gameMode)
  assert.equal(mallory.player.op, false)
  assert.ok(Math.abs(world.serv.time - time) <= 100)
  assert.equal(name(8, 5, 9), 'air')
  isAt(8.5, 5, 8.5)
  assert.equal(mallory.player.alive, true)
  await told('command', commands.length)
})

test('mistakes that anybody makes are refused and no cheats', async () => {
  world.set(10, 5, 8, 'dirt')
  await world.ticks(25)
  mallory.dig(START, 10, 5, 8)
  await world.ticks(13) // of 15
  mallory.dig(FINISH, 10, 5, 8) // early
  await world.until(() => name(10, 5, 8) === 'air')
  mallory.dig(START, 10, 5, 8) // somebody else was faster
  mallory.dig(FINISH, 10, 5, 8)
  world.set(9, 5, 10, 'stone')
  mallory.use(9, 4, 10) // the place has just been taken
  mallory.use(8, 4, 8) // one stands there oneself
  mallory.use(8, 4, 16) // a little too far
  const cow = world.serv.spawnMob(
    world.serv.registry.entitiesByName.cow.id,
    world.serv.overworld,
    new Vec3(15.7, 5, 8.5)
  )
  mallory.strike(cow) // it has just walked away
  mallory.strike({ id: 99999 }) // it has just died
  world.serv.grant('Mallory', 'stick', 1)
  const slot = mallory.player.inventory.slots.findIndex(item => item?.name === 'stick')
  mallory.click(slot) // it has just been picked up
  mallory.say('chat', { message: '/tell Bob hello' })
  await told('click', 0)
  assert.equal(cow.health, 10)
})

test('who falls onto a block and slips off its edge in the same tick is honest', async () => {
  world.set(20, 5, 20, 'stone')
  await world.put(mallory, 20.5, 6, 20.5)
  await world.ticks(2)
  mallory.setBacks = 0
  for (const [dx, dy] of [
    [0.13, 0.42], [0.13, 0.333], [0.13, 0.248], [0.13, 0.165], [0.13, 0.083], [0, 0.003]
  ]) {
    mallory.step(dx, dy, 0)
  }
  for (const dy of [-0.0755, -0.1523, -0.2277, -0.3015, -0.374]) mallory.step(0, dy, 0)
  mallory.step(0.25, -0.121, 0) // down to 6, and then over the edge
  for (const dy of [-0.0784, -0.1552, -0.2305, -0.3044]) mallory.step(0.1, dy, 0)
  await world.ticks(23)
  assert.deepEqual([world.refused(), mallory.setBacks], [[], 0])
})

test('who touches an edge in its fall and steps off over it keeps its height for a tick, and nobody else', async () => {
  const slip = async () => {
    await world.put(mallory, 20.5, 5, 24.5)
    mallory.setBacks = 0
    for (const rise of [0.42, 0.333, 0.248]) mallory.step(0, rise, 0)
    for (const rise of [0.165, 0.083, 0.003, -0.0755, -0.1523]) mallory.step(0, rise, 0.046)
    mallory.step(0, 0, -0.12) // 0.09 above the edge, with a fall of 0.23
    for (const dy of [-0.0784, -0.1552, -0.2305]) mallory.step(0, dy, 0)
    await world.ticks(23)
  }
  world.set(20, 5, 25, 'grass_path')
  await slip()
  assert.deepEqual([world.refused(), mallory.setBacks], [[], 0])
  world.set(20, 5, 25, 'air')
  await world.ticks(25) // until it is no news any more
  await slip()
  assert.equal(world.refused('move')[0].why, 'not as one falls')
})

test('who overlaps an edge by less than a thousandth stands on it', async () => {
  world.set(24, 5, 25, 'stone')
  await world.put(mallory, 24.5, 5, 24.5)
  mallory.setBacks = 0
  for (const rise of [0.42, 0.333, 0.248]) mallory.step(0, rise, 0)
  for (const rise of [0.165, 0.083, 0.003, -0.0755, -0.1523]) mallory.step(0, rise, 0.04001)
  mallory.go(24.5, 6, mallory.place.z)
  for (let i = 0; i < 5; i++) mallory.step(0.05, 0, 0)
  await world.ticks(23)
  assert.deepEqual([world.refused(), mallory.setBacks], [[], 0])
})

test('who does not know yet that its pickaxe is broken is honest, and has the time of a hand', async () => {
  await grant('wooden_pickaxe', 1)
  world.set(9, 5, 10, 'stone')
  const slot = mallory.player.inventory.slots.findIndex(item => item?.name === 'wooden_pickaxe')
  mallory.player.heldItemSlot = slot - 36
  world.serv.wear(mallory.player, slot, 59)
  mallory.dig(START, 9, 5, 10)
  await world.ticks(24)
  mallory.dig(FINISH, 9, 5, 10)
  await told('dig_time', 0)
  assert.equal(name(9, 5, 10), 'stone')
  await world.until(() => name(9, 5, 10) === 'air')
  assert.ok(!holdings().cobblestone)
})
