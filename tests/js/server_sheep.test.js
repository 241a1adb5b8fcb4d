'use strict'
/** Sheep on the real server: shorn, bare, grazing, woolly again. */

const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { openWorld } = require('./server_world')
const { until, held } = require('./server_harness')

let world, serv, alice
const BARE = 16
const PEN = new Vec3(10.5, 5, 8.5)

before(async () => {
  world = await openWorld()
  serv = world.serv
  alice = await world.join('Alice')
})
after(() => world.close())

const spawn = () => serv.spawnMob(serv.registry.entitiesByName.sheep.id, serv.overworld, PEN.clone())
const sight = sheep => until(() => alice.entities[sheep.id], 'Alice sees the sheep')
const dropped = () => world.events.filter(event => event.kind === 'item.dropped')
const settle = () => alice.waitForTicks(6)

async function give (item) {
  serv.grant('Alice', item, 1)
  await until(() => held(alice, item) === 1, item)
  await alice.equip(alice.registry.itemsByName[item].id, 'hand')
}

test('shears take one to three pieces of wool, once', async () => {
  const sheep = spawn()
  const seen = await sight(sheep)
  await alice.activateEntity(seen)
  await settle()
  assert.equal(sheep.bare, false, 'by hand it keeps its wool')
  await give('shears')
  await alice.activateEntity(seen)
  await until(() => seen.metadata[16] & BARE, 'it is bare, and seen to be')
  const [wool, ...more] = dropped()
  assert.deepEqual(
    [wool.item, wool.origin, wool.of, wool.agent, more.length],
    ['white_wool', 'mob', 'sheep', 'Alice', 0]
  )
  assert.ok(wool.count >= 1 && wool.count <= 3)
  await until(() => alice.heldItem.durabilityUsed === 1, 'the shears are worn')
  await alice.activateEntity(seen)
  await settle()
  assert.equal(dropped().length, 1, 'a bare sheep has nothing to give')
  assert.equal(alice.heldItem.durabilityUsed, 1)
})

test('a bare sheep grazes and has wool again', async () => {
  const [sheep] = serv.mobs
  let ticks = 0
  while (sheep.bare && ticks++ < 20000) await world.tick()
  assert.equal(sheep.bare, false)
  assert.ok(ticks > 40)
  assert.equal(serv.blocks.name(sheep.position.offset(0, -1, 0)), 'dirt', 'it stands where it ate')
  await world.tick(6000)
  const eaten = []
  for (let x = -5; x < 30; x++) {
    for (let z = -10; z < 30; z++) if (serv.blocks.name(new Vec3(x, 4, z)) === 'dirt') eaten.push([x, z])
  }
  assert.equal(eaten.length, 1, 'a sheep with wool lets the grass be')
})

test('a killed sheep leaves wool, a bare one none', () => {
  const [woolly] = serv.mobs
  const bare = spawn()
  serv.setBare(bare, true)
  for (const [sheep, wool] of [[bare, 0], [woolly, 1]]) {
    const before = dropped().length
    sheep.takeDamage({ damage: 8 })
    const fell = dropped().slice(before)
    assert.equal(fell.filter(({ item }) => item === 'white_wool').reduce((sum, { count }) => sum + count, 0), wool)
    assert.ok(fell.some(({ item }) => item === 'mutton'))
  }
})

test('nobody shears from afar', async () => {
  const far = serv.spawnMob(serv.registry.entitiesByName.sheep.id, serv.overworld, new Vec3(20.5, 5, 8.5))
  await alice.activateEntity(await sight(far))
  await settle()
  assert.equal(far.bare, false)
})

test('wool comes one to three at a time, equally often', () => {
  const random = serv.chance('test')
  const counts = Array.from(
    { length: 9000 },
    () => serv.loot.roll(serv.loot.ofShearing({ name: 'sheep', colour: 'black' }), random)[0]
  )
  for (const n of [1, 2, 3]) assert.ok(Math.abs(counts.filter(({ count }) => count === n).length - 3000) < 250)
  assert.equal(counts[0].item, 'black_wool')
})
