'use strict'
/** The small parts of a bot's process, each by itself. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Duplex } = require('node:stream')
const ndjson = require('../../bridge/ndjson')
const seeded = require('../../bridge/random')
const { gameTime } = require('../../bridge/gametime')
const { coded, fail, fromThirdParty, describe } = require('../../bridge/failure')
const { holdings, gained } = require('../../bridge/holdings')
const { makeLease } = require('../../bridge/lease')
const { ofError, ofKick, plain } = require('../../bridge/join')
const { CODES } = require('../../bridge/codes')
const mendDigging = require('../../bridge/digging')
const mendDrops = require('../../bridge/drops')
const { speech } = require('../../bridge/membrane')
const { say } = require('../../bridge/speech')
const { chatLimit, version } = require('../../game/facts')

test('a message cut anywhere arrives whole, several in one chunk arrive each', () => {
  const stream = new Duplex({ read () {}, write () {} })
  const got = []
  ndjson(stream, message => got.push(message))
  for (const chunk of ['{"a":', '1}\n{"b":2}\n{"c', '":"ä"}\n', '\n']) stream.emit('data', chunk)
  assert.deepEqual(got, [{ a: 1 }, { b: 2 }, { c: 'ä' }])
})

test('the same seed gives the same numbers, another seed others', () => {
  const draw = seed => Array.from({ length: 5 }, seeded(seed))
  assert.deepEqual(draw(3), draw(3))
  assert.notDeepEqual(draw(3), draw(4))
  assert.ok(draw(3).every(n => n >= 0 && n < 1))
})

test('game time goes by physics ticks and by nothing else', () => {
  const bot = new EventEmitter()
  const time = gameTime(bot)
  const fired = []
  time.after(2, () => fired.push('two'))
  time.afterSeconds(0.2, () => fired.push('four'))
  const cancel = time.after(3, () => fired.push('never'))
  cancel()
  for (let i = 0; i < 3; i++) bot.emit('physicsTick')
  assert.deepEqual(fired, ['two'])
  bot.emit('physicsTick')
  assert.deepEqual(fired, ['two', 'four'])
  assert.equal(time.seconds, 0.2)
})

const THIRD_PARTY = {
  'No path to the goal': 'NO_PATH',
  'The goal was changed before it was reached': 'NO_PATH',
  'Recipe requires craftingTable, but one was not supplied: {}': 'NEEDS_TABLE',
  'missing ingredient': 'MISSING_ITEM',
  "Can't find stick in slots [9 - 45], (item id: 600)": 'MISSING_ITEM',
  'must be holding an item to place': 'MISSING_ITEM',
  'destination full': 'NO_SPACE',
  'Unable to withdraw, Bot inventory is full.': 'INVENTORY_FULL',
  'dig time for stone is Infinity': 'NEEDS_TOOL',
  'Block not in view': 'OUT_OF_REACH',
  'Digging aborted': 'NO_EFFECT',
  'Server refused to place dirt at (1, 2, 3): the block is still air': 'NO_EFFECT',
  'Server rejected transaction for clicking on slot 1, on window with id 0.': 'NO_EFFECT',
  "Server didn't respond to transaction for clicking on slot 1 on window with id 0.": 'NO_EFFECT',
  'Event windowOpen did not fire within timeout of 20000ms': 'NO_EFFECT',
  'containerToOpen is neither a block nor an entity': 'BAD_ARGUMENT',
  'dig was called with an undefined or null block': 'BAD_ARGUMENT',
  'something nobody foresaw': 'PROGRAM_ERROR'
}
for (const [message, code] of Object.entries(THIRD_PARTY)) {
  test(`mineflayer's '${message}' is ${code}`, () => {
    assert.equal(describe(fromThirdParty(new Error(message))).code, code)
    assert.ok(CODES.includes(code))
  })
}

test('a code cannot be claimed by a property, and a message is always a text', () => {
  assert.equal(describe(Object.assign(new Error('x'), { code: 'TIMEOUT' })).code, 'PROGRAM_ERROR')
  assert.equal(describe(fail('TIMEOUT', 'x')).code, 'PROGRAM_ERROR')
  const failure = fail('NOT_FOUND', 'x')
  failure.message = { toString: () => 'y'.repeat(1e6) }
  assert.deepEqual([describe(failure).code, describe(failure).message.length], ['NOT_FOUND', 400])
  for (const thrown of [
    null,
    undefined,
    0,
    'text',
    Symbol('s'),
    Object.create(null),
    {
      get stack () {
        throw new Error('x')
      }
    }
  ]) {
    assert.equal(describe(thrown).code, 'PROGRAM_ERROR')
  }
})

test('a place is the innermost line of guest text', () => {
  const error = coded('NO_PATH', 'x')
  error.stack =
    'Error: x\n at goto (/node_modules/x.js:1:2)\n at inner (skill:inner:7:9)\n at async outer (skill:outer:3:1)'
  assert.deepEqual(describe(error).at, { skill: 'inner', line: 7 })
})

test('what is held: slots, armour, off-hand, grid and cursor, but no crafting result', () => {
  const slots = []
  slots[0] = { name: 'oak_planks', count: 4 } // not crafted yet
  slots[1] = { name: 'oak_log', count: 1 }
  slots[5] = { name: 'leather_helmet', count: 1 }
  slots[36] = { name: 'oak_log', count: 2 }
  slots[45] = { name: 'stick', count: 3 }
  const bot = { inventory: { slots, selectedItem: { name: 'stick', count: 1 } }, currentWindow: null }
  assert.deepEqual(holdings(bot), { oak_log: 3, leather_helmet: 1, stick: 4 })
  const table = []
  table[0] = { name: 'paper', count: 3 }
  table[1] = { name: 'sugar_cane', count: 1 }
  table[10] = { name: 'sugar_cane', count: 2 }
  bot.currentWindow = { slots: table, craftingResultSlot: 0, inventoryStart: 10, inventoryEnd: 46, selectedItem: null }
  assert.deepEqual(holdings(bot), { sugar_cane: 3, leather_helmet: 1, stick: 3 })
  const chest = []
  chest[0] = { name: 'diamond', count: 9 }
  chest[27] = { name: 'dirt', count: 1 }
  bot.currentWindow = { slots: chest, craftingResultSlot: -1, inventoryStart: 27, inventoryEnd: 63, selectedItem: null }
  assert.deepEqual(holdings(bot), { dirt: 1, leather_helmet: 1, stick: 3 })
})

test('gained is a difference, without what stayed', () => {
  assert.deepEqual(gained({ a: 1, b: 2, c: 3 }, { a: 1, b: 5, d: 1 }), { b: 3, c: -3, d: 1 })
})

test('a lease ends once, undoes everything and refuses afterwards', async () => {
  const undone = []
  const lease = makeLease({ time: { tick: 0 }, onLog () {}, onFault: message => undone.push(message) })
  lease.onEnd(() => undone.push('a'))
  lease.onEnd(() => { throw new Error('cleaning failed') })
  lease.onEnd(() => undone.push('b'))
  lease.check('dig')
  lease.end('TIMEOUT', 'late')
  lease.end('STOPPED', 'too late')
  await assert.rejects(lease.ended, { code: 'TIMEOUT', message: 'late' })
  assert.deepEqual(undone, ['a', 'Error: cleaning failed', 'b'])
  assert.throws(() => lease.check('dig'), { code: 'STOPPED' })
})

test('a lease allows many calls over time, not at once', () => {
  const time = { tick: 0 }
  const lease = makeLease({ time, onLog () {}, onFault () {} })
  const most = lease.LIMITS.calls
  for (let i = 0; i < most; i++) lease.check('blockAt')
  assert.throws(() => lease.check('blockAt'), { code: 'LIMIT' })
  time.tick += 201
  for (let i = 0; i < most; i++) lease.check('blockAt')
  assert.throws(() => lease.check('blockAt'), { code: 'LIMIT' })
})

test('why a server refuses is a code', () => {
  const kick = reason => ofKick(plain(reason), 'Bob', 'here')[0]
  assert.equal(kick('{"text":"You are already connected"}'), 'NAME_TAKEN')
  assert.equal(kick('{"translate":"multiplayer.disconnect.duplicate_login"}'), 'NAME_TAKEN')
  assert.equal(kick('{"translate":"multiplayer.disconnect.outdated_client","with":["1.20"]}'), 'WRONG_VERSION')
  assert.equal(kick({ type: 'string', value: 'You are not white-listed' }), 'KICKED')
  assert.equal(plain('{"text":"","extra":[{"text":"a"},"b"]}'), 'a b')
  assert.equal(ofError(Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'here')[0], 'UNREACHABLE')
  assert.equal(ofError(new Error("Server version '1.2' is not supported"), 'here')[0], 'WRONG_VERSION')
})

test('an item that lies there before it is told what it is, is nothing yet', () => {
  const registry = require('prismarine-registry')(version)
  const Entity = require('prismarine-entity')(registry)
  const drop = Object.assign(new Entity(1), { name: 'item' })
  assert.throws(() => drop.getDroppedItem(), /present/)
  mendDrops({ entity: new Entity(2), registry })
  assert.equal(drop.getDroppedItem(), null)
  drop.metadata[7] = { present: true, itemId: registry.itemsByName.oak_log.id, itemCount: 2 }
  assert.equal(drop.getDroppedItem().name, 'oak_log')
})

/** A bot that takes a dig for done at once, as mineflayer does, whatever the server says. */
function hastyDigger (spoken = version) {
  const bot = new EventEmitter()
  const sent = []
  const client = Object.assign(new EventEmitter(), { write: (name, packet) => sent.push({ name, ...packet }) })
  const registry = require('prismarine-registry')(spoken)
  Object.assign(bot, { registry, _client: client, targetDigBlock: null, dig: async () => {} })
  mendDigging(bot)
  const place = { x: 1, y: 5, z: 1 }
  let over = false
  const digging = bot.dig({ position: place, stateId: 9 }).finally(() => { over = true })
  digging.catch(() => {})
  const answers = async (packet, name = 'acknowledge_player_digging') => {
    client.emit(name, { location: place, block: 0, status: 2, successful: true, ...packet })
    await new Promise(setImmediate)
    return over
  }
  return { bot, client, sent, digging, answers }
}

test('a dig ends when the server says that the block is gone', async () => {
  const { bot, client, digging, answers } = hastyDigger()
  assert.equal(await answers({ status: 0, block: 9 }), false, 'it has begun')
  assert.equal(await answers({ location: { x: 2, y: 5, z: 1 } }), false, 'another block')
  assert.equal(await answers({ type: 9 }, 'block_change'), false, 'it stands there still')
  assert.equal(await answers({}), true)
  await digging
  assert.deepEqual([client.eventNames(), bot.eventNames()], [[], []])
  const other = hastyDigger()
  assert.equal(await other.answers({ type: 0 }, 'block_change'), true, 'it broke later, or somebody else broke it')
})

test('a dig that the server refuses, or does not answer, fails', async () => {
  const refused = hastyDigger()
  await refused.answers({ block: 9, successful: false })
  await assert.rejects(refused.digging, /the server denies that the block is gone/)
  const mute = hastyDigger()
  for (let i = 0; i < 201; i++) mute.bot.emit('physicsTick')
  await assert.rejects(mute.digging, /the server does not say that the block is gone/)
  assert.deepEqual(mute.sent.map(({ name, status }) => [name, status]), [['block_dig', 1]])
})

test('a server that names no place in its answer is believed', async () => {
  for (const version of ['1.13.2', '1.19']) await hastyDigger(version).digging
})

/** What mineflayer 4.39 sends for one chat(): see its plugins/chat.js. */
function sentBy (text, { old = false } = {}) {
  const sent = []
  const chat = message => {
    if (message.startsWith('/')) return sent.push(message)
    const longest = old ? 100 : chatLimit
    for (const line of message.split('\n')) {
      for (let i = 0; i < line.length; i += longest) sent.push(line.slice(i, i + longest))
    }
  }
  say({ chat, supportFeature: name => old && name === 'lessCharsInChat' }, text)
  return sent
}

test('no program sends a command, on whichever line it stands', () => {
  for (const text of [
    '/kill', ' /kill', 'x\n/give Bob diamond', 'x\r\n \t/kill', 'x\u2028/kill', 'x\0/kill', '\u00a0/kill', 'a§/kill'
  ]) {
    assert.throws(() => speech(text), { code: 'BAD_ARGUMENT' }, JSON.stringify(text))
  }
  assert.equal(speech('1/2 and\nthe rest\u0007'), '1/2 and the rest')
})

test('what somebody else makes a bot say is one line, never a command, and no fault', () => {
  assert.deepEqual(sentBy('good\nday'), ['good day'])
  assert.deepEqual(sentBy('/kill Bob'), ['> /kill Bob'])
  assert.deepEqual(sentBy(' \n'), [])
  for (const old of [false, true]) {
    for (const head of [
      '', ' ', 'x\n', '\u00a0',
      'y'.repeat(100), 'y'.repeat(chatLimit - 1) + ' ', 'y'.repeat(chatLimit), 'y'.repeat(99) + '\n'
    ]) {
      for (const message of sentBy(`${head}/give Bob diamond ${'/'.repeat(600)}`, { old })) {
        assert.doesNotMatch(message, /^\s*\/|[\p{Cc}§]/u)
        assert.ok(message.length <= (old ? 100 : chatLimit))
      }
    }
  }
})
