'use strict'
/** Saved worlds: what was built, laid in, lit, dropped and drawn is there on another day. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { Vec3 } = require('vec3')
const { load, store } = require('../../mc_server/save')
const { createWorld } = require('../../mc_server/world')
const { startServer, until, held, fold } = require('./server_harness')
const { version } = require('../../game/facts')

function directory (t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'minecrew-world-'))
  t.after(() => fs.rmSync(made, { recursive: true }))
  return made
}

const STONE = new Vec3(3, 7, 3)

/** A world without clients, in this process; ends with the test. */
async function world (t, save, options = {}) {
  const events = []
  const made = await createWorld({
    seed: 7,
    arena: 'meadow',
    save,
    emit: event => events.push(structuredClone(event)),
    ...options
  })
  t.after(() => made.serv.quit())
  return { ...made, events }
}

test('two bots build, smelt and leave, and find all of it in another process', async t => {
  const save = directory(t)
  const options = { seed: 42, arena: 'flat', save }
  const first = await startServer(options)
  const alice = await first.join('Alice')
  const id = name => alice.registry.itemsByName[name].id
  const granted = { chest: 1, furnace: 1, dirt: 9, beef: 4, coal: 2, wooden_pickaxe: 1 }
  for (const [item, count] of Object.entries(granted)) await first.call('grant', { player: 'Alice', item, count })
  await until(() => held(alice, 'wooden_pickaxe') === 1, 'the grant arrives')
  const at = dx => alice.entity.position.floored().offset(dx, 0, -2)
  const [chestAt, furnaceAt] = [at(0), at(2)]
  for (const [name, place] of [['chest', chestAt], ['furnace', furnaceAt]]) {
    await alice.equip(id(name), 'hand')
    await alice.placeBlock(alice.blockAt(place.offset(0, -1, 0)), new Vec3(0, 1, 0))
  }
  const chest = await alice.openContainer(alice.blockAt(chestAt))
  await chest.deposit(id('dirt'), null, 7)
  await chest.close()
  const furnace = await alice.openFurnace(alice.blockAt(furnaceAt))
  await furnace.putInput(id('beef'), null, 4)
  await furnace.putFuel(id('coal'), null, 1)
  await furnace.close()
  await alice.look(0, 0, true)
  await alice.toss(id('coal'), null, 1)
  await until(() => first.events.some(e => e.kind === 'fuel.burnt'), 'it burns')
  const place = alice.entity.position.clone()
  const inventory = (await first.call('inventories')).Alice
  assert.deepEqual(inventory, { dirt: 2, wooden_pickaxe: 1 })
  assert.equal(await first.close(), 0)
  const smelted = server => server.events.filter(e => e.kind === 'item.smelted').length // the fire burns in real time

  const second = await startServer(options)
  t.after(() => second.close())
  assert.deepEqual((await second.call('inventories')).Alice, inventory)
  const again = await second.join('Alice')
  assert.ok(again.entity.position.distanceTo(place) < 1)
  assert.equal(again.blockAt(furnaceAt).getProperties().lit, true)
  const burning = await again.openFurnace(again.blockAt(furnaceAt))
  const raw = () => burning.inputItem()?.count ?? 0
  await until(() => raw() + smelted(first) + smelted(second) === 4, 'it is as far as it was')
  await until(() => smelted(second) > 0 && burning.outputItem()?.name === 'cooked_beef', 'it goes on', 60000)
  await burning.takeOutput()
  await burning.close()
  const opened = await again.openContainer(again.blockAt(chestAt))
  assert.equal(opened.containerCount(id('dirt')), 7)
  await opened.withdraw(id('dirt'), null, 7)
  await opened.close()
  const { holdings, ground, stored } = fold(second.events)
  assert.deepEqual(holdings.Alice, (await second.call('inventories')).Alice)
  assert.equal(holdings.Alice.dirt, 9)
  assert.ok(holdings.Alice.cooked_beef > 0)
  const { beef, cooked_beef: done = 0 } = stored[String(furnaceAt.toArray())]
  assert.deepEqual([beef + done + holdings.Alice.cooked_beef, beef < 4], [4, true])
  assert.deepEqual(Object.values(ground), [{ item: 'coal', count: 1 }])
  assert.ok(
    second.events.filter(e => e.kind === 'container.moved').every(e => e.owner === 'Alice'),
    'it knows whose they are'
  )
  assert.deepEqual(second.faults, [])
})

test('mobs, chance, time and belongings go on where they were', async t => {
  const save = directory(t)
  const one = await world(t, save)
  const [dead, hurt, sheep] = [...one.serv.mobs].filter(mob => mob.name === 'sheep')
  dead.takeDamage({ damage: 50 })
  hurt.health = 3
  one.serv.setBare(sheep, true)
  sheep.goal = sheep.position.offset(1, 0, 0)
  one.serv.time = 4000
  one.serv.blocks.set(STONE, one.serv.registry.blocksByName.stone.defaultState, 'Alice')
  one.serv.newItem('stick', 1)
  for (let i = 0; i < 5; i++) one.serv.chance('loot', 'cow')()
  one.save()
  const kept = JSON.parse(JSON.stringify(one.serv.packWorld()))
  const next = [one.serv.chance('loot', 'cow')(), hurt.random()]
  const two = await world(t, save)
  const again = JSON.parse(JSON.stringify(two.serv.packWorld()))
  for (const part of ['blocks', 'belongings', 'timeOfDay', 'streams', 'containers']) {
    assert.deepEqual(again[part], kept[part], part)
  }
  assert.deepEqual(
    again.mobs.map(({ until, jumped, ...mob }) => mob),
    kept.mobs.map(({ until, jumped, ...mob }) => mob)
  )
  assert.equal(again.mobs.length, [...one.serv.mobs].length)
  const mobs = new Map([...two.serv.mobs].map(mob => [mob.key, mob]))
  assert.equal(mobs.has(dead.key), false)
  assert.deepEqual(
    [mobs.get(hurt.key).health, mobs.get(sheep.key).bare, mobs.get(sheep.key).goal.x],
    [3, true, sheep.goal.x]
  )
  assert.deepEqual([two.serv.chance('loot', 'cow')(), mobs.get(hurt.key).random()], next)
  assert.equal(two.serv.blocks.belonging(STONE).owner, 'Alice')
  assert.equal(two.serv.blocks.name(STONE), 'stone')
  const lying = two.events.filter(e => e.kind === 'item.dropped')
  assert.deepEqual(
    lying.map(e => [e.item, e.origin]).sort(),
    one.events
      .filter(e => e.kind === 'item.dropped')
      .map(e => [e.item, 'world'])
      .sort()
  )
})

test('chests of an arena are not filled again', async t => {
  const save = directory(t)
  const one = await world(t, save, { arena: 'village' })
  const [chest] = one.serv.containers.all.values()
  chest.slots.fill(null)
  one.save()
  const two = await world(t, save, { arena: 'village' })
  assert.equal(two.events.filter(e => e.kind === 'container.stocked').length, 4)
  assert.ok(two.serv.containers.at(chest.position).slots.every(item => item === null))
})

test('a world that is killed comes back at its last save, kept every minute of game time', async t => {
  const save = directory(t)
  const server = await startServer({ seed: 7, save, arena: 'flat' })
  await server.call('save', {})
  const { ino } = fs.statSync(path.join(save, 'world.json'))
  await server.call('command', { text: 'setblock 3 7 3 stone' })
  await server.call('save', {})
  assert.notEqual(fs.statSync(path.join(save, 'world.json')).ino, ino, 'it is another file in the place of the last')
  await server.call('command', { text: 'setblock 3 8 3 stone' })
  fs.writeFileSync(path.join(save, 'world.json.new'), '{"format":') // as one that was killed while it wrote
  process.kill(server.pid, 'SIGKILL')
  await server.close()
  const two = await world(t, save, { arena: 'flat' })
  assert.equal(two.serv.blocks.name(STONE), 'stone')
  assert.equal(two.serv.blocks.name(STONE.offset(0, 1, 0)), 'air')
  two.serv.blocks.set(STONE, 0)
  two.serv.emit('tick', 0.05, 1199)
  assert.equal((await world(t, save, { arena: 'flat' })).serv.blocks.name(STONE), 'stone')
  two.serv.emit('tick', 0.05, 1200)
  assert.equal((await world(t, save, { arena: 'flat' })).serv.blocks.name(STONE), 'air')
})

test('a world that is told to end by SIGTERM is kept', async t => {
  const save = directory(t)
  const server = await startServer({ seed: 7, save, arena: 'flat' })
  await server.call('command', { text: 'setblock 3 7 3 stone' })
  process.kill(server.pid, 'SIGTERM')
  assert.equal(await server.close(), 0)
  assert.equal((await world(t, save, { arena: 'flat' })).serv.blocks.name(STONE), 'stone')
})

test('another seed, another arena, and what is no world are refused and left alone', async t => {
  const save = directory(t)
  const one = await world(t, save)
  one.save()
  const file = path.join(save, 'world.json')
  const before = fs.readFileSync(file, 'utf8')
  const refused = async (options, pattern) => {
    const error = await createWorld({ seed: 7, arena: 'meadow', save, emit () {}, ...options }).then(() => null, e => e)
    assert.equal(error?.code, 'OTHER_WORLD')
    assert.match(error.message, pattern)
  }
  await refused({ seed: 8 }, /holds a world of seed 7, not 8/)
  await refused({ arena: 'flat' }, /holds a world of arena "meadow", not "flat"/)
  assert.equal(fs.readFileSync(file, 'utf8'), before)
  fs.writeFileSync(file, 'no world')
  await refused({}, /cannot be read as a saved world/)
  await assert.rejects(startServer({ seed: 7, save }), { code: 'OTHER_WORLD' })
})

test('a world for which there is no room on the disk leaves the last one as it was', t => {
  const save = directory(t)
  const kind = { version, arena: 'flat', seed: 1 }
  store(save, kind, 'small')
  const saver = JSON.stringify(require.resolve('../../mc_server/save'))
  const script = `process.on('SIGXFSZ', () => {})
    require(${saver}).store(...JSON.parse(process.argv[1]), 'large'.repeat(1e6))`
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 100; exec "$@"', 'sh', process.execPath, '-e', script, JSON.stringify([save, kind])],
    { encoding: 'utf8' }
  )
  assert.deepEqual([status, /EFBIG|ENOSPC/.test(stderr)], [1, true], stderr)
  assert.equal(load(save, kind), 'small')
})
