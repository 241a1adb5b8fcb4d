'use strict'
/** A commons on the real server: the witness counts who takes what, it grows back, and nobody takes another's yield. */

const { test, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { startServer, until, held, goNear } = require('./server_inside')
const { names, makeArena } = require('../../mc_server/arena')

const servers = []
after(() => Promise.all(servers.map(server => server.close())))

async function start (resource, units) {
  const server = await startServer({ arena: 'commons', seed: 3, commons: { resource, units } })
  servers.push(server)
  return server
}

async function cut (bot, position) {
  await goNear(bot, position, 2)
  await bot.dig(bot.blockAt(position))
}

const stalks = bot => bot.findBlocks({
  matching: bot.registry.blocksByName.sugar_cane.id, maxDistance: 48, count: 400
})

test('cane is counted by who cut it, falls to nobody else, and doubles up to what the shore bears', async () => {
  const server = await start('sugar_cane', 20)
  const [alice, bob] = [await server.join('Alice'), await server.join('Bob')]
  assert.deepEqual(await server.call('commons'), { stock: 20, taken: {} })
  const [first, second, ...rest] = stalks(alice)
  await goNear(bob, first, 0)
  await cut(alice, first)
  await until(async () => (await server.call('commons')).stock === 19, 'it is cut')
  await goNear(alice, first, 0)
  await until(() => held(alice, 'sugar_cane') === 1, 'Alice picks it up')
  assert.equal(held(bob, 'sugar_cane'), 0, 'Bob stood on it')
  await cut(bob, second)
  const count = await server.call('commons')
  assert.deepEqual(count, { stock: 18, taken: { Bob: 1 } }, 'the count before it is over')
  assert.deepEqual(await server.call('regrow'), { stock: 20, taken: {} })
  for (const place of rest.slice(0, 15)) await cut(bob, place)
  assert.deepEqual(await server.call('commons'), { stock: 5, taken: { Bob: 15 } })
  assert.deepEqual(await server.call('regrow'), { stock: 10, taken: {} })
  const told = server.events.filter(({ kind }) => kind === 'commons.regrown').map(event => [event.before, event.stock])
  assert.deepEqual(told, [[18, 20], [5, 10]])
  assert.deepEqual(server.faults, [])
})

test('who plants a stalk of an earlier month has taken none, not less than none', async () => {
  const server = await start('sugar_cane', 20)
  const alice = await server.join('Alice')
  const [place] = stalks(alice)
  await cut(alice, place)
  await goNear(alice, place, 0)
  await until(() => held(alice, 'sugar_cane') === 1, 'she picks it up')
  assert.deepEqual(await server.call('commons'), { stock: 19, taken: { Alice: 1 } })
  await goNear(alice, place, 2)
  await alice.equip(alice.registry.itemsByName.sugar_cane.id, 'hand')
  await alice.placeBlock(alice.blockAt(place.offset(0, -1, 0)), new Vec3(0, 1, 0))
  assert.deepEqual(await server.call('commons'), { stock: 20, taken: {} })
})

test('sheep bear lambs, up to what the meadow bears', async () => {
  const server = await start('sheep', 6)
  const alice = await server.join('Alice')
  const sheep = () => Object.values(alice.entities).filter(entity => entity.name === 'sheep')
  await until(() => sheep().length === 6, 'all are seen')
  const [victim] = sheep()
  while (victim.isValid) {
    await goNear(alice, victim.position, 1).catch(() => {})
    alice.attack(victim)
    await alice.waitForTicks(12)
  }
  assert.deepEqual(await server.call('commons'), { stock: 5, taken: { Alice: 1 } })
  assert.deepEqual(await server.call('regrow'), { stock: 6, taken: {} })
})

test('exactly so many units are there, for any crew', () => {
  for (const units of [20, 40, 60, 100, 320]) {
    for (let seed = 0; seed < 8; seed++) {
      const cane = makeArena('commons', seed, null, { resource: 'sugar_cane', units })
      const { sugar_cane: count } = cane.canvas.resources()
      assert.equal(count, units)
      assert.ok(cane.commons.cells.every(([x, , z]) => cane.canvas.inside(x, z, 2)))
      const dry = cane.commons.cells.filter(([x, y, z]) =>
        ![[1, 0], [-1, 0], [0, 1], [0, -1]].some(([dx, dz]) => cane.canvas.at(x + dx, y - 1, z + dz) === 'water'))
      assert.deepEqual(dry, [])
      const herd = makeArena('commons', seed, null, { resource: 'sheep', units })
      assert.equal(herd.canvas.mobs.length, units)
      assert.equal(herd.canvas.resources().sugar_cane, undefined)
    }
  }
})

test('another arena has no commons', () => {
  for (const name of names.filter(name => name !== 'commons')) {
    const commons = { resource: 'sugar_cane', units: 20 }
    assert.throws(() => makeArena(name, 1, null, commons), { code: 'NO_COMMONS' })
  }
})
