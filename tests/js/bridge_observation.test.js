'use strict'
/** What a bot sees in worlds of several versions: block numbers and variants, and worlds that begin below zero. */

const test = require('node:test')
const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const makeRegistry = require('prismarine-registry')
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
