'use strict'
/** Starting, failing to start, and what a seed decides. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const path = require('node:path')
const { startServer, until, held, goNear, fold } = require('./server_harness')

test('one seed, one arena, and the same animals at the same places', async () => {
  const [a, b, c] = await Promise.all([7, 7, 8].map(seed => startServer({ seed })))
  const arenas = await Promise.all([a, b, c].map(s => s.call('arena')))
  assert.deepEqual(arenas[0], arenas[1])
  assert.notDeepEqual(arenas[0].surface.cells, arenas[2].surface.cells)
  assert.ok(arenas[0].mobs.length >= 22)
  assert.deepEqual(arenas[0].mobs, arenas[1].mobs)
  assert.notDeepEqual(arenas[0].mobs, arenas[2].mobs)
  assert.deepEqual(await Promise.all([a, b, c].map(s => s.close())), [0, 0, 0])
})

test('a port in use is said, and the process ends', async () => {
  const first = await startServer()
  await assert.rejects(startServer({ port: first.port }), { code: 'PORT_IN_USE' })
  await first.close()
})

test('an arena that is not there is said', async () => {
  await assert.rejects(startServer({ arena: 'moon' }), { code: 'NO_ARENA' })
})

test('an unknown method is an error, not a crash', async () => {
  const server = await startServer()
  await assert.rejects(server.call('constructor'), { code: 'NO_METHOD' })
  await server.close()
})

test('who has little room picks up what fits; the rest stays for another', async () => {
  const server = await startServer()
  const alice = await server.join('Alice')
  const bob = await server.join('Bob')
  const granted = { Alice: { dirt: 64 * 36 - 5 }, Bob: { dirt: 20 } }
  for (const [player, { dirt }] of Object.entries(granted)) {
    await server.call('grant', { player, item: 'dirt', count: dirt })
  }
  await until(() => held(bob, 'dirt') === 20, 'Bob has it')
  await bob.lookAt(alice.entity.position, true)
  await bob.waitForTicks(2)
  await bob.toss(bob.registry.itemsByName.dirt.id, null, 20)
  await goNear(bob, alice.entity.position.offset(9, 0, 0), 1)
  const picked = await until(() => server.events.find(e => e.kind === 'item.picked'), 'Alice picks some up')
  assert.deepEqual([picked.agent, picked.count], ['Alice', 5])
  const counted = await server.call('inventories')
  assert.deepEqual(counted, { Alice: { dirt: 64 * 36 }, Bob: {} })
  const { holdings, ground } = fold(server.events, granted)
  assert.deepEqual([holdings.Alice, holdings.Bob], [counted.Alice, {}])
  assert.deepEqual(Object.values(ground), [{ item: 'dirt', count: 15 }])
  await until(
    () => Object.values(alice.entities).some(e => e.name === 'item' && e.getDroppedItem()?.count === 15),
    'Alice sees how many are left'
  )
  await server.close()
})

test('what the game never needs is not loaded', () => {
  const { spawnSync } = require('node:child_process')
  const script = `
    require('./game/lean'); require('mineflayer')
    require('./mc_server/world').createWorld({ port: 0, seed: 1, arena: 'meadow', emit () {}, tell () {} }).then(() => {
      console.error(Object.keys(require.cache).filter(file => require.cache[file].children.length).join(' '))
      process.exit()
    })`
  const cwd = path.join(__dirname, '..', '..')
  const { stderr: loaded } = spawnSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' })
  const has = ['/protodef/', '/prismarine-auth/', '/protodef-validator/', '/prismarine-provider-anvil/']
  assert.deepEqual(has.map(name => loaded.includes(name)), [true, false, false, false])
})
