'use strict'
/** What flying-squid begins for each player that joins ends with that player: a world can be up for long. */

const { openWorld } = require('./server_raw')
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')

const LATENCY = 5000 // ms between two tellings
const JOINS = 3
const live = new Set() // intervals of so many ms
const { setInterval, clearInterval } = globalThis
globalThis.setInterval = (run, ms, ...rest) => {
  const timer = setInterval(run, ms, ...rest)
  if (ms === LATENCY) live.add(timer)
  return timer
}
globalThis.clearInterval = timer => {
  live.delete(timer)
  clearInterval(timer)
}

/** Leaves as a process that is killed; the server has heard of it. */
async function leave ({ client, player }) {
  const left = once(player, 'disconnected')
  client.socket.destroy()
  await left
}

test('nobody who has left is told the latencies of those who play', async () => {
  const world = await openWorld()
  try {
    const stays = await world.connect('Stays')
    assert.equal(live.size, 1, 'who is there is told')
    const before = globalThis.setInterval
    for (let n = 0; n < JOINS; n++) {
      const guest = await world.connect(`Guest${n}`)
      assert.equal(live.size, 2)
      await leave(guest)
      assert.equal(live.size, 1)
    }
    assert.equal(globalThis.setInterval, before)
    await leave(stays)
    assert.equal(live.size, 0)
  } finally {
    world.close()
  }
})

test('who leaves in the middle of joining is not told forever', async () => {
  const world = await openWorld()
  try {
    const joined = new Promise(resolve => {
      world.serv.once('newPlayer', player => {
        player.worldSendInitialChunks = async () => {
          const left = once(player, 'disconnected')
          player._client.socket.destroy()
          await left
        }
        player.once('connected', resolve)
      })
    })
    world.connect('Hasty').catch(() => {})
    await joined
    assert.equal(live.size, 0)
  } finally {
    world.close()
  }
})
