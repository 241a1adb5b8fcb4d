'use strict'
/** Starting, failing to start, and what a seed decides. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { startServer, until } = require('./server_harness')

test('one seed, one arena, and the same animals at the same places', async () => {
  const [a, b, c] = await Promise.all([7, 7, 8].map(seed => startServer({ seed })))
  const arenas = await Promise.all([a, b, c].map(s => s.call('arena')))
  assert.deepEqual(arenas[0], arenas[1])
  assert.notDeepEqual(arenas[0].surface.cells, arenas[2].surface.cells)
  const seen = await Promise.all([a, b].map(async s => {
    const bot = await s.join('Alice')
    return until(() => {
      const mobs = Object.values(bot.entities).filter(e => e.type === 'animal' || e.type === 'mob' || ['cow', 'sheep'].includes(e.name))
      return mobs.length >= 22 && mobs.map(e => `${e.name} ${Math.round(e.position.x)} ${Math.round(e.position.z)}`).sort()
    }, 'the animals are seen')
  }))
  assert.deepEqual(seen[0], seen[1])
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
