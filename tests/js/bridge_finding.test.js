'use strict'
/** A search by kinds of blocks finds what mineflayer's own search finds, in the same order. */
const test = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Chunk = require('prismarine-chunk')(registry)
const World = require('prismarine-world')(registry)
const blocks = require('mineflayer/lib/plugins/blocks')
const speedUpFinding = require('../../bridge/finding')

const SIZE = 40 // blocks of an edge
const KINDS = ['stone', 'oak_log', 'water', 'wheat', 'chest', 'sugar_cane']
const id = name => registry.blocksByName[name].id

/** A bot in a world of random blocks with random states. */
async function someBot (seed) {
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const world = new World(() => new Chunk())
  for (const x of [-2, -1, 0, 1]) for (const z of [-2, -1, 0, 1]) await world.getColumn(x, z)
  for (let n = 0; n < 600; n++) {
    const place = new Vec3(...[1, 1, 1].map(() => Math.floor((random() - 0.5) * SIZE))).offset(0, SIZE, 0)
    const { minStateId, maxStateId } = registry.blocksByName[KINDS[Math.floor(random() * KINDS.length)]]
    await world.setBlockStateId(place, minStateId + Math.floor(random() * (maxStateId - minStateId + 1)))
  }
  const client = Object.assign(new EventEmitter(), { write () {} })
  const bot = Object.assign(new EventEmitter(), {
    _client: client,
    registry,
    supportFeature: registry.supportFeature,
    game: { minY: 0, height: 256 },
    entity: { position: new Vec3(0.5, SIZE, 0.5) }
  })
  blocks(bot, { version, hideErrors: true })
  bot.world = world.sync
  bot.blockAt = point => world.sync.getBlock(point)
  return bot
}

test('searches by number, by several numbers and with a distance agree with those of mineflayer', async () => {
  for (const seed of [1, 2]) {
    const bot = await someBot(seed)
    const searches = [
      { matching: id('stone'), maxDistance: 64, count: 500 },
      { matching: [id('oak_log'), id('wheat')], maxDistance: 30, count: 20 },
      { matching: id('chest'), maxDistance: 9, count: 64, point: new Vec3(5, SIZE, 5) },
      { matching: id('diamond_ore'), maxDistance: 64 },
      { matching: id('sugar_cane') }
    ]
    const theirs = searches.map(search => bot.findBlocks(search))
    assert.ok(theirs[0].length > 50 && theirs[1].length === 20 && theirs[3].length === 0)
    const { blockAt } = bot
    speedUpFinding(bot)
    assert.deepEqual(searches.map(search => bot.findBlocks(search)), theirs)
    assert.equal(bot.blockAt, blockAt)
  }
})

test('a search with a function sees whole blocks', async () => {
  const bot = await someBot(4)
  speedUpFinding(bot)
  const ripe = bot.findBlocks({
    matching: block => block.name === 'wheat' && block.getProperties().age === 7,
    maxDistance: 64,
    count: 99
  })
  const every = bot.findBlocks({ matching: id('wheat'), maxDistance: 64, count: 999 })
  assert.ok(ripe.length > 0 && ripe.length < every.length)
})
