'use strict'
/** What grows, on the real server: by its own rules, in seeded steps, and what players do to a field. */

const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { openWorld } = require('./server_world')
const { until, held, fold } = require('./server_harness')

let world, serv, alice
const granted = { Alice: { stone_hoe: 1, wheat_seeds: 2, carrot: 2, potato: 2, beetroot_seeds: 2, bone_meal: 5 } }
const TOP = 5

before(async () => {
  world = await openWorld()
  serv = world.serv
  alice = await world.join('Alice')
  for (const [item, count] of Object.entries(granted.Alice)) serv.grant('Alice', item, count)
  await until(() => Object.entries(granted.Alice).every(([item, count]) => held(alice, item) === count), 'the grants')
})
after(() => world.close())

const at = (x, z, dy = 0) => new Vec3(x, TOP + dy, z)
const state = (name, properties = {}) => serv.withProperties(serv.registry.blocksByName[name].defaultState, properties)
const set = (name, position, properties) => serv.blocks.set(position, state(name, properties))
const property = (position, name) => Number(serv.blocks.at(position).getProperties()[name])
const seen = (position, name) => until(() => alice.blockAt(position)?.name === name, `${name} is seen`)
const face = new Vec3(0, 1, 0)

const hold = item => alice.equip(alice.registry.itemsByName[item].id, 'hand')

test('a hoe makes farmland of grass and dirt, where nothing stands on it, and wears', async () => {
  await hold('stone_hoe')
  await alice.activateBlock(alice.blockAt(at(10, 8, -1)), face)
  await seen(at(10, 8, -1), 'farmland')
  assert.equal(property(at(10, 8, -1), 'moisture'), 0)
  await until(() => alice.heldItem.durabilityUsed === 1, 'the hoe is worn')
  set('stone', at(11, 8))
  await alice.activateBlock(alice.blockAt(at(11, 8, -1)), face)
  await alice.waitForTicks(4)
  assert.equal(serv.blocks.name(at(11, 8, -1)), 'grass_block')
  set('air', at(11, 8))
  assert.equal(alice.heldItem.durabilityUsed, 1)
})

for (const [item, crop] of [
  ['wheat_seeds', 'wheat'], ['carrot', 'carrots'], ['potato', 'potatoes'], ['beetroot_seeds', 'beetroots']
]) {
  test(`${item} are sown on farmland alone, as ${crop}`, async () => {
    set('air', at(10, 8))
    set('farmland', at(10, 8, -1), { moisture: 7 })
    await hold(item)
    await alice.placeBlock(alice.blockAt(at(10, 8, -1)), face)
    assert.equal(serv.blocks.name(at(10, 8)), crop)
    const told = world.events.findLast(({ kind }) => kind === 'block.placed')
    assert.deepEqual([told.block, told.item, told.agent], [crop, item, 'Alice'])
    await assert.rejects(alice.placeBlock(alice.blockAt(at(10, 10, -1)), face))
    assert.equal(serv.blocks.name(at(10, 10)), 'air')
    assert.equal(held(alice, item), 1)
  })
}

/** Ticks until all of these places hold the crop ripe. */
async function ripens (places, ripe, most = 200000) {
  const since = serv.tickCount
  while (!places.every(place => property(place, 'age') === ripe)) {
    await world.tick(100)
    assert.ok(
      serv.tickCount - since < most,
      `${places.filter(place => property(place, 'age') === ripe).length} of ${places.length} are ripe`
    )
  }
  return serv.tickCount - since
}

test('wheat in wet rows ripens faster than wheat alone on dry ground', async () => {
  const rows = [-3, -1, 1, 3].flatMap(dz => [-14, -12, -10, -8, -6, -4].map(x => at(x, -20 + dz)))
  for (let x = -16; x <= -2; x++) for (let dz = -4; dz <= 4; dz++) set('farmland', at(x, -20 + dz, -1), { moisture: 7 })
  for (let x = -16; x <= -2; x++) set('water', at(x, -20, -1))
  for (const place of rows) set('wheat', place)
  const lone = [0, 1, 2, 3, 4, 5].map(i => at(-16 + 6 * i, 30))
  for (const place of lone) {
    set('farmland', place.offset(0, -1, 0))
    set('wheat', place)
  }
  let [wet, dry] = [0, 0]
  await world.tick(8000)
  for (const place of rows) wet += property(place, 'age') / rows.length
  for (const place of lone) dry += property(place, 'age') / lone.length
  assert.ok(wet > 0 && wet < 7 && dry < wet, `mean age ${wet} wet, ${dry} dry`)
  const ticks = await ripens(rows, 7)
  assert.ok(ticks > 4000)
  assert.ok(rows.every(place => serv.blocks.name(place) === 'wheat'), 'it stays ripe')
})

test('farmland near water keeps wet, elsewhere it dries; without a crop it turns to dirt', async () => {
  const [near, far, sown] = [at(4, -12, -1), at(-20, 0, -1), at(-26, 0, -1)]
  set('water', near.offset(4, 0, 0))
  for (const place of [near, far, sown]) set('farmland', place, { moisture: 3 })
  set('wheat', sown.offset(0, 1, 0))
  await world.tick(30000)
  assert.equal(property(near, 'moisture'), 7)
  assert.equal(serv.blocks.name(far), 'dirt')
  assert.deepEqual([serv.blocks.name(sown), property(sown, 'moisture')], ['farmland', 0])
})

test('cane grows to three, a block in sixteen random ticks', async () => {
  const cane = at(20, 20)
  set('sugar_cane', cane)
  const since = serv.tickCount
  const height = () => [0, 1, 2, 3].filter(dy => serv.blocks.name(cane.offset(0, dy, 0)) === 'sugar_cane').length
  while (height() < 3 && serv.tickCount - since < 200000) await world.tick(100)
  const ticks = serv.tickCount - since
  assert.ok(ticks > 2 * 16 * 1365 * 0.5 && ticks < 2 * 16 * 1365 * 1.6, `two blocks took ${ticks} ticks`)
  await world.tick(40000)
  assert.equal(height(), 3)
})

for (const stalk of ['cactus', 'bamboo', 'sugar_cane']) {
  test(`what stands on a cut ${stalk} comes down with it`, async () => {
    const base = at(14, 4)
    for (const dy of [0, 1, 2]) set(stalk, base.offset(0, dy, 0))
    await seen(base.offset(0, 2, 0), stalk)
    serv.breakBlock(serv.blocks.at(base.offset(0, 1, 0)), serv.members.get('Alice').player)
    assert.deepEqual([0, 1, 2].map(dy => serv.blocks.name(base.offset(0, dy, 0))), [stalk, 'air', 'air'])
    set('air', base)
  })
}

test('the ground under a new tree, and farmland that dries, keep their owner and their building', () => {
  const [oak, field] = [at(-36, 10), at(-36, 14, -1)]
  const pen = { owner: 'Victor', structure: 'pen' }
  for (const place of [oak.offset(0, -1, 0), field]) {
    serv.blocks.belongings.set(`${place.x},${place.y},${place.z}`, pen)
  }
  serv.blocks.turn(oak.offset(0, -1, 0), serv.registry.blocksByName.dirt.defaultState)
  serv.harden(field)
  assert.deepEqual([oak.offset(0, -1, 0), field].map(serv.blocks.belonging), [pen, pen])
  serv.blocks.turn(field, 0) // grass that a sheep ate is gone
  assert.equal(serv.blocks.belonging(field).structure, null)
})

test('a sapling becomes a tree that can be felled from the ground, if there is room', async () => {
  const [oak, roofed] = [at(-30, 10), at(-30, 24)]
  const ground = oak.offset(0, -1, 0)
  serv.blocks.belongings.set(`${ground.x},${ground.y},${ground.z}`, { owner: 'Victor', structure: 'pen' })
  set('birch_sapling', oak)
  set('oak_sapling', roofed)
  set('stone', roofed.offset(0, 2, 0))
  while (serv.blocks.name(oak) !== 'birch_log' && serv.tickCount < 900000) await world.tick(100)
  const height = [0, 1, 2, 3, 4, 5].filter(dy => serv.blocks.name(oak.offset(0, dy, 0)) === 'birch_log').length
  assert.ok(height === 4 || height === 5)
  assert.deepEqual([serv.blocks.name(ground), serv.blocks.belonging(ground).structure], ['dirt', 'pen'])
  assert.equal(serv.blocks.name(oak.offset(0, height, 0)), 'birch_leaves')
  assert.equal(serv.blocks.name(oak.offset(2, height - 1, 1)), 'birch_leaves')
  await world.tick(60000)
  assert.equal(serv.blocks.name(roofed), 'oak_sapling')
})

test('bone meal brings a crop on, is spent, and is not wasted on a ripe one', async () => {
  set('farmland', at(10, 8, -1), { moisture: 7 })
  set('wheat', at(10, 8))
  await seen(at(10, 8), 'wheat')
  await hold('bone_meal')
  await alice.activateBlock(alice.blockAt(at(10, 8)), face)
  await until(() => held(alice, 'bone_meal') === 4, 'it is spent')
  const age = property(at(10, 8), 'age')
  assert.ok(age >= 2 && age <= 5)
  set('wheat', at(10, 8), { age: 7 })
  await alice.activateBlock(alice.blockAt(at(10, 8)), face)
  await alice.waitForTicks(5)
  assert.equal((await serv.holdings(serv.members.get('Alice'))).bone_meal, 4)
  assert.equal(world.events.filter(({ kind, why }) => kind === 'item.spent' && why === 'spread').length, 1)
})

test('who jumps on a field tramples it sooner or later, and its crop falls', async () => {
  const here = alice.entity.position.floored()
  for (const [dx, dz] of [
    [0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]
  ]) {
    set('farmland', here.offset(dx, -1, dz), { moisture: 7 })
  }
  set('wheat', here, { age: 7 })
  await seen(here, 'wheat')
  const since = world.events.length
  alice.setControlState('jump', true)
  await until(() => serv.blocks.name(here.offset(0, -1, 0)) === 'dirt', 'it is dirt')
  alice.setControlState('jump', false)
  assert.equal(serv.blocks.name(here), 'air')
  const told = world.events.slice(since)
  const broken = told.find(({ kind, block }) => kind === 'block.broken' && block === 'wheat')
  assert.deepEqual([broken.agent, broken.underfoot], ['Alice', true])
  assert.ok(told.some(({ kind, item }) => kind === 'item.dropped' && item === 'wheat'))
  await until(() => alice.entity.onGround, 'she has landed')
  await world.tick(2)
  await until(() => alice.entity.position.y >= here.y, 'she stands on the dirt, not in it')
})

test('who walks over a field does no harm', async () => {
  const here = alice.entity.position.floored()
  const row = [1, 2, 3, 4].map(dx => here.offset(dx, -1, 0))
  for (const place of row) set('farmland', place, { moisture: 7 })
  await seen(row[3], 'farmland')
  await alice.lookAt(here.offset(5.5, 1.6, 0.5), true)
  alice.setControlState('forward', true)
  await until(() => serv.players[0].position.x > here.x + 3, 'she has walked over it')
  alice.setControlState('forward', false)
  for (const place of row) assert.equal(serv.blocks.name(place), 'farmland')
})

test('what was sown, strewn and reaped is what the ledger says', async () => {
  await hold('stone_hoe')
  serv.witnessInventories({ all: true })
  fold(world.events, granted)
})
