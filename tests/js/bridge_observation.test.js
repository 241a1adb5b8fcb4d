'use strict'
/** What a bot sees in worlds of several versions: block numbers and variants, and worlds that begin below zero. */

const test = require('node:test')
const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const makeRegistry = require('prismarine-registry')
const { makeContainers } = require('../../bridge/containers')
const { guardOf } = require('../../bridge/guard')
const { makeObserver } = require('../../bridge/observation')
const { version: ours } = require('../../game/facts')

/**
 * A bot 30 blocks above the bottom of a world of one chunk, which is of stone, with a log beside it; the log's place.
 */
function beside (version, log) {
  const registry = makeRegistry(version)
  const column = new (require('prismarine-chunk')(registry))()
  const state = name => registry.blocksByName[name].defaultState ?? registry.blocksByName[name].id << 4
  const low = column.minY ?? 0
  for (let y = low; y < low + 16; y++) {
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) column.setBlockStateId(new Vec3(x, y, z), state('stone'))
  }
  column.setBlockStateId(new Vec3(3, low + 30, 5), state(log))
  const bot = Object.assign(new EventEmitter(), {
    registry,
    entity: { position: new Vec3(8.5, low + 30, 8.5) },
    entities: {},
    time: {},
    inventory: { slots: [], selectedItem: null },
    _client: { write () {} },
    world: { getColumn: (x, z) => x === 0 && z === 0 ? column : null }
  })
  return { bot, place: [3, low + 30, 5] }
}

for (const [version, log] of [
  ['1.8.8', 'log'], ['1.12.2', 'log'], [ours, 'oak_log'], ['1.18.2', 'oak_log'], ['1.21.4', 'oak_log']
]) {
  test(`a log is seen in a world of Minecraft ${version}`, () => {
    const { bot, place } = beside(version, log)
    const { blocks } = makeObserver(bot)(true)
    assert.deepStrictEqual(blocks, { [log]: { count: 1, nearest: place } })
  })
}

for (const version of ['1.12.2', ours, '1.21.4']) {
  test(`of a crop it is told how many are ripe, in a world of Minecraft ${version}`, () => {
    const { bot, place: [, y] } = beside(version, version === '1.12.2' ? 'log' : 'oak_log')
    const { wheat: { minStateId, id }, cocoa } = bot.registry.blocksByName
    for (const [x, age] of [[0, 7], [1, 6], [2, 0], [4, 7]]) {
      bot.world.getColumn(0, 0).setBlockStateId(new Vec3(x, y, 9), (minStateId ?? id << 4) + age)
    }
    const { blocks } = makeObserver(bot)(true)
    assert.deepStrictEqual([blocks.wheat.count, blocks.wheat.ripe], [4, 2])
    assert.strictEqual(Object.values(blocks).filter(one => 'ripe' in one).length, 1)
    if (version === '1.12.2') return
    bot.world.getColumn(0, 0).setBlockStateId(new Vec3(5, y, 9), cocoa.minStateId + 2) // of age 0, facing west
    bot.emit('blockUpdate', null, { position: new Vec3(5, y, 9) })
    assert.deepStrictEqual(makeObserver(bot)(true).blocks.cocoa.ripe, 0)
  })
}

test('up to three places of a kind are told, which lie at least eight blocks apart', () => {
  const { bot, place: [, y] } = beside(ours, 'oak_log')
  const state = bot.registry.blocksByName.oak_log.defaultState
  const column = bot.world.getColumn(0, 0)
  for (const [px, pz] of [[3, 6], [3, 4], [15, 5], [15, 6], [3, 15], [15, 15], [14, 0]]) {
    column.setBlockStateId(new Vec3(px, y, pz), state)
  }
  const { blocks: { oak_log: logs } } = makeObserver(bot)(true)
  const places = [logs.nearest, ...logs.others].map(([a, b, c]) => new Vec3(a, b, c))
  assert.strictEqual(logs.count, 8)
  assert.strictEqual(places.length, 3)
  for (const one of places) {
    for (const other of places) if (one !== other) assert.ok(one.distanceTo(other) >= 8, `${one} ${other}`)
  }
})

test('items on the ground have places, and sheep have colours', () => {
  const { bot } = beside(ours, 'oak_log')
  const { x, y, z } = bot.entity.position
  const at = dx => new Vec3(x + dx, y, z)
  const item = (name, count, dx) => ({ name: 'item', position: at(dx), getDroppedItem: () => ({ name, count }) })
  const sheep = (told, dx) => ({ name: 'sheep', type: 'animal', position: at(dx), metadata: { 16: told } })
  bot.entities = {
    ...[item('stick', 3, 9), item('stick', 2, -4), sheep(0, 5), sheep(0, 3), sheep(14, 7), sheep(16 + 15, 2)]
  }
  const { drops, ground, mobs, sheep: flock } = makeObserver(bot)()
  assert.deepStrictEqual(drops, { stick: 5 })
  assert.deepStrictEqual(ground, { stick: { count: 5, nearest: [x - 4, y, z] } })
  assert.strictEqual(mobs.sheep.count, 4)
  assert.deepStrictEqual(flock, {
    white: { count: 2, nearest: [x + 3, y, z] },
    red: { count: 1, nearest: [x + 7, y, z] },
    shorn_black: { count: 1, nearest: [x + 2, y, z] }
  })
})

test('what lay in a container is known once it is closed, for as long as it stands', () => {
  const { bot } = beside(ours, 'chest')
  const position = new Vec3(3, 5, 5)
  let stands = { name: 'chest', position }
  bot.blockAt = () => stands
  const clicked = []
  bot.activateBlock = block => clicked.push(block)
  const containers = makeContainers(bot)
  const use = (block, slots) => {
    bot.activateBlock(block)
    const window = { inventoryStart: 3, slots }
    bot.emit('windowOpen', window)
    slots[1] = { name: 'bread', count: 2 }
    bot.emit('windowClose', window)
  }
  assert.deepStrictEqual(containers(), [])
  use(stands, [{ name: 'bread', count: 3 }, null, null, { name: 'own', count: 1 }])
  assert.deepStrictEqual(containers(), [{ block: 'chest', at: [3, 5, 5], items: { bread: 5 } }])
  assert.deepStrictEqual(makeObserver(bot, containers)().containers, containers())
  use({ name: 'crafting_table', position: new Vec3(1, 1, 1) }, [null])
  assert.strictEqual(containers().length, 1)
  assert.strictEqual(clicked.length, 2)
  stands = null // not loaded
  assert.strictEqual(containers().length, 1)
  stands = { name: 'chest', position }
  bot.activateBlock({ name: 'chest', position: new Vec3(90, 5, 5) }) // out of reach: no window opens
  use(stands, [{ name: 'emerald', count: 9 }, null, null])
  assert.deepStrictEqual(containers()[0].items, { bread: 5 }, 'of two one may be either')
  use(stands, [{ name: 'emerald', count: 9 }, null, null])
  assert.deepStrictEqual(containers()[0].items, { emerald: 9, bread: 2 })
  stands = { name: 'air', position }
  assert.deepStrictEqual(containers(), [])
})

test('buildings are seen that the guard knows and that are near; crops are none', () => {
  const { bot } = beside(ours, 'oak_log')
  const { x, y, z } = bot.entity.position.floored()
  const guard = guardOf(bot, { now: () => 0, emit: () => {} })
  const far = [x + 90, y, z]
  guard.learn({
    mode: 'warn',
    team: [],
    witnessed: true,
    buildings: [
      { structure: 'library', owner: 'village', blocks: { stone: [far, [x + 20, y, z]], glass: [[x + 30, y, z]] } },
      { structure: 'tower', owner: null, blocks: { stone: [far] } },
      { structure: null, owner: 'village', blocks: { wheat: [[x + 1, y, z]] } }
    ]
  })
  const observe = makeObserver(bot, undefined, guard.around)
  assert.deepStrictEqual(observe(true).buildings, [
    { structure: 'library', owner: 'village', blocks: { stone: 2, glass: 1 }, nearest: [x + 20, y, z] }
  ])
  assert.deepStrictEqual(observe(false).buildings, [])
})
