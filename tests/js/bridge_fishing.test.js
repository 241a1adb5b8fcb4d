'use strict'
/** A cast as a server that knows fishing answers it, packet by packet; the embedded one knows none. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { gameTime } = require('../../bridge/gametime')
const { makeFishing } = require('../../bridge/fishing')

const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const BOBBER = registry.entitiesByName.fishing_bobber.id
const FISHING = registry.particlesByName.fishing.id
const ME = 7

/** A bot with a rod, whose `clicks` are counted, and the run that fishes. */
function angler () {
  const ends = new Set()
  const bot = Object.assign(new EventEmitter(), {
    registry,
    entity: { id: ME, position: new Vec3(0, 5, 0) },
    entities: { 90: { position: new Vec3(4, 5, 0) } },
    heldItem: { name: 'fishing_rod' },
    usingHeldItem: false,
    clicks: 0,
    activateItem () { bot.clicks++ },
    deactivateItem () {},
    _client: new EventEmitter()
  })
  const go = n => { for (let i = 0; i < n; i++) bot.emit('physicsTick') }
  const shown = (more = {}) => bot._client.emit('spawn_entity', { entityId: 90, type: BOBBER, objectData: ME, ...more })
  const splash = (more = {}) =>
    bot._client.emit('world_particles', { particleId: FISHING, particles: 6, x: 4.1, y: 5, z: 0, ...more })
  const lease = {
    onEnd (end) {
      ends.add(end)
      return () => ends.delete(end)
    }
  }
  const { fish } = makeFishing({ bot, time: gameTime(bot), lease })
  const silent = () =>
    ['spawn_entity', 'world_particles', 'entity_destroy'].every(name => bot._client.listenerCount(name) === 0)
  return { bot, fish, go, shown, splash, silent, stop: () => { for (const end of ends) end() } }
}

test('a bite is reeled in, and nothing is listened to any more', async () => {
  const { bot, fish, shown, splash, silent, stop } = angler()
  const fishing = fish()
  shown()
  splash()
  await fishing
  assert.equal(bot.clicks, 2)
  assert.ok(silent())
  stop()
  assert.equal(bot.clicks, 2, 'the end of the run has nothing left to reel in')
})

test('a bobber of somebody else, a splash elsewhere and lesser splashes are no bite', async () => {
  const { bot, fish, go, shown, splash } = angler()
  const fishing = fish()
  shown({ objectData: ME + 1 })
  splash()
  assert.equal(bot.clicks, 1)
  shown()
  splash({ x: 9 })
  splash({ particles: 1 })
  splash({ particleId: FISHING + 1 })
  assert.equal(bot.clicks, 1)
  go(1200)
  await assert.rejects(fishing, { code: 'NO_EFFECT', message: 'nothing bit within 60 s' })
  assert.equal(bot.clicks, 2)
})

test('a bobber that goes cancels, in the words that programs know', async () => {
  const { bot, fish, shown, silent } = angler()
  const fishing = fish()
  shown()
  bot._client.emit('entity_destroy', { entityIds: [90] })
  await assert.rejects(fishing, { code: 'NO_EFFECT', message: 'Fishing cancelled' })
  assert.equal(bot.clicks, 1)
  assert.ok(silent())
})

test('the end of a run reels in', async () => {
  const { bot, fish, shown, silent, stop } = angler()
  const fishing = fish()
  shown()
  stop()
  await assert.rejects(fishing, { code: 'NO_EFFECT' })
  assert.equal(bot.clicks, 2)
  assert.ok(silent())
})
