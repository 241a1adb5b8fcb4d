'use strict'
/** A world can be up for long: what was begun for a player ends with it, and whatever is gone is held by nobody. */

const { openWorld } = require('./server_raw')
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { Vec3 } = require('vec3')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const LATENCY = 5000 // ms between two tellings
const JOINS = 3
const ITEMS = 100
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

test('an item that is gone is not held by those that lay beside it', async () => {
  const world = await openWorld()
  try {
    const { serv } = world
    const drop = () => {
      const [x, y, z] = [0, 60, 0]
      return serv.drop(serv.newItem('paper', 1), { position: new Vec3(x, y, z), origin: 'world' })
    }
    const refs = []
    let last = drop() // there is always one that lies, so each has seen the one before
    for (let n = 0; n < ITEMS; n++) {
      const next = drop()
      serv.lose(last, 'despawned')
      refs.push(new WeakRef(last))
      last = next
    }
    await world.ticks(5)
    gc()
    const held = refs.filter(ref => ref.deref()).length
    assert.ok(held <= 1, `${held} of ${ITEMS} items that are gone are held`)
  } finally {
    world.close()
  }
})

test('a guest who has left is not held by an item or a mob it was near', async () => {
  const world = await openWorld()
  try {
    const { serv } = world
    const refs = []
    const visit = async n => {
      const guest = await world.connect(`Guest${n}`)
      serv.drop(serv.newItem('paper', 1), { position: guest.player.position.offset(5, 0, 0), origin: 'world' })
      refs.push(new WeakRef(guest.player))
      await leave(guest)
      guest.player = null // this test's own
    }
    for (let n = 0; n < JOINS; n++) await visit(n)
    await world.ticks(100)
    gc()
    const held = refs.filter(ref => ref.deref()).length
    assert.ok(held <= 1, `${held} of ${JOINS} guests are held`)
  } finally {
    world.close()
  }
})
