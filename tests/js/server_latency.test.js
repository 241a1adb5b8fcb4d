'use strict'
/** What flying-squid begins for each player that joins ends with that player: a world can be up for long. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')

const live = new Map() // timer -> ms
const real = { setInterval, clearInterval }
global.setInterval = (run, ms, ...rest) => {
  const timer = real.setInterval(run, ms, ...rest)
  live.set(timer, ms)
  return timer
}
global.clearInterval = timer => {
  live.delete(timer)
  real.clearInterval(timer)
}

const { openWorld } = require('./server_raw')
const LATENCY = 5000 // ms between two tellings
const JOINS = 3
const PATIENCE = 5000 // ms until the server has heard that its clients are gone

test('nobody who has left is told the latencies of those who play', async () => {
  const world = await openWorld()
  const told = () => [...live.values()].filter(ms => ms === LATENCY).length
  try {
    const before = told()
    const stays = await world.connect('Stays')
    assert.equal(told(), before + 1, 'who is there is told')
    const { setInterval } = globalThis
    for (let n = 0; n < JOINS; n++) {
      const { client, player } = await world.connect(`Guest${n}`)
      assert.equal(told(), before + 2)
      const left = once(player, 'disconnected')
      client.socket.destroy()
      await left
      assert.equal(told(), before + 1)
    }
    assert.equal(globalThis.setInterval, setInterval)
    assert.equal(stays.player.disconnected, undefined)
  } finally {
    await world.close()
  }
  const end = Date.now() + PATIENCE
  while (told() && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
  assert.equal(told(), 0)
})

test('who leaves in the middle of joining is not told for ever', async () => {
  const world = await openWorld()
  try {
    world.serv.once('newPlayer', player => {
      const send = player.worldSendInitialChunks
      player.worldSendInitialChunks = async () => {
        const left = once(player, 'disconnected')
        player._client.socket.destroy()
        await left
        player.worldSendInitialChunks = send
      }
    })
    const said = [...live.values()].filter(ms => ms === LATENCY).length
    world.connect('Hasty').catch(() => {})
    await once(world.serv, 'newPlayer')
    await world.ticks(20)
    assert.equal([...live.values()].filter(ms => ms === LATENCY).length, said)
  } finally {
    await world.close()
  }
})
