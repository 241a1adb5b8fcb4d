'use strict'
/** The policy decides, and the bot's guard and the tally do as it says; without a world. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { judge, tell } = require('../../bridge/policy')
const { makeTally } = require('../../bridge/tally')
const { guardOf } = require('../../bridge/guard')
const { writeTag, readTag } = require('../../bridge/nametag')

const TEAM = ['Alice', 'Bob']
const attack = (by, name, isPlayer) => judge({ kind: 'attack', by, target: { name, isPlayer } }, TEAM)
const breaking = (by, block, owner, structure) => judge({ kind: 'break', by, block, owner, structure }, TEAM)

test('who is protected from the crew', () => {
  assert.equal(attack('Alice', 'Bob', true).rule, 'member')
  assert.equal(attack('Alice', 'Zoe', true).rule, 'bystander')
  assert.equal(attack('Alice', 'villager', false).rule, 'bystander')
  assert.equal(attack('Alice', 'wandering_trader', false).rule, 'bystander')
  for (const mob of ['cow', 'sheep', 'zombie', 'iron_golem', 'Bob']) {
    assert.equal(attack('Alice', mob, false), null, mob)
  }
  assert.equal(attack('Alice', 'Alice', true), null)
  assert.equal(attack('Zoe', 'Bob', true), null, 'people do as they like')
})

test('animals of others are protected, and those of nobody and of the crew are not', () => {
  const sheep = owner => ({ name: 'sheep', isPlayer: false, owner })
  const strike = (owner, by = 'Alice') => judge({ kind: 'attack', by, target: sheep(owner) }, TEAM)
  assert.equal(strike('Berta').rule, 'animal')
  assert.match(strike('Berta').why, /this sheep belongs to Berta/)
  assert.equal(strike(null), null)
  assert.equal(strike('Bob'), null)
  assert.equal(strike('Berta', 'Zoe'), null)
  const zombie = { name: 'zombie', isPlayer: false, owner: 'Berta' }
  assert.equal(judge({ kind: 'attack', by: 'Alice', target: zombie }, TEAM), null, 'a monster belongs to nobody')
})

test('a name tag is read in each form that servers send, and a monster has no owner', () => {
  const read = (component, name = 'sheep') =>
    readTag({ type: 'mob', name, metadata: { 2: JSON.stringify(component) } })
  for (const form of [
    { text: '', extra: [{ text: 'Berta' }] }, { text: 'Ber', extra: ['ta'] }, [{ text: 'Ber' }, 'ta'], 'Berta'
  ]) assert.equal(read(form), 'Berta', JSON.stringify(form))
  for (const form of [{ text: '' }, [], '', null, 7, { extra: 3 }]) assert.equal(read(form), null, JSON.stringify(form))
  assert.equal(read({ text: 'Berta' }, 'zombie'), null)
  assert.equal(read({ text: 'Berta' }, 'villager'), 'Berta')
})

test('a name tag is read as it is written', () => {
  const metadata = []
  for (const { key, value } of writeTag('Berta "of the hill"')) metadata[key] = value
  assert.equal(readTag({ type: 'animal', metadata }), 'Berta "of the hill"')
  assert.equal(readTag({ type: 'player', metadata }), null)
  assert.equal(readTag({ type: 'animal', metadata: [] }), null)
  assert.equal(readTag({ type: 'animal' }), null)
  metadata[2] = 'no JSON'
  assert.equal(readTag({ type: 'animal', metadata }), null)
})

test('what is protected from the crew', () => {
  assert.equal(breaking('Alice', 'bookshelf', 'the village', 'library').rule, 'structure')
  assert.equal(breaking('Alice', 'chest', 'Jobst', "Jobst's house").rule, 'structure')
  assert.equal(breaking('Alice', 'glass', null, 'ruin').rule, 'structure', 'also where nobody is known to own it')
  assert.equal(breaking('Alice', 'crafting_table', 'Bob', null), null, 'what the crew placed')
  assert.equal(breaking('Alice', 'wheat', 'the village', null), null, 'crops')
  assert.equal(breaking('Alice', 'oak_log', null, null), null, 'wild')
  assert.equal(breaking('Zoe', 'bookshelf', 'the village', 'library'), null)
})

test('the agent is told in words what and whose it is', () => {
  assert.match(
    breaking('Alice', 'bookshelf', 'the village', 'library').why,
    /bookshelf.*library of the village.*gather or craft/
  )
  assert.match(attack('Alice', 'Bob', true).why, /Bob.*your own team/)
  const act = { kind: 'attack', by: 'Alice', target: { name: 'Zoe', isPlayer: true } }
  assert.deepEqual(tell(act, { rule: 'r', why: 'w' }, { team: TEAM, position: [1, 2, 3] }), {
    act: 'attack', target: 'Zoe', target_kind: 'visitor', rule: 'r', why: 'w', position: [1, 2, 3]
  })
})

test('a tally tells the first at once, the rest by the second, and loses none', () => {
  let now = 0
  const told = []
  const tally = makeTally({ now: () => now, tell: (fields, count) => told.push([fields, count]) })
  for (const n of [1, 2, 3]) tally.add('a', n)
  tally.add('b', 9)
  assert.deepEqual(told, [[1, 1], [9, 1]])
  now = 20
  tally.flush()
  assert.deepEqual(told.slice(2), [[2, 2]])
  tally.add('a', 4)
  tally.flush({ all: true })
  assert.deepEqual(told.slice(3), [[4, 1]])
})

/** A bot that notes what it is made to do. */
function puppet (mode, { witnessed = false } = {}) {
  const did = []
  const events = []
  const names = { '1,5,1': 'bookshelf', '2,5,1': 'dirt', '3,5,1': 'water' }
  const bot = Object.assign(new EventEmitter(), {
    username: 'Alice',
    heldItem: { name: 'dirt' },
    blockAt: ({ x, y, z }) => {
      const name = names[`${x},${y},${z}`] ?? 'air'
      return { name, position: new Vec3(x, y, z), boundingBox: ['air', 'water'].includes(name) ? 'empty' : 'block' }
    },
    dig: async block => { did.push(`dig ${block.name}`) },
    attack: entity => { did.push(`attack ${entity.username ?? entity.name}`) },
    entity: { position: new Vec3(0, 5, 0) },
    entities: {},
    registry: {
      blocksByName: {
        oak_door: { states: [{ values: ['upper', 'lower'] }] }, red_bed: { states: [{ values: ['head', 'foot'] }] }
      }
    },
    inventory: { slots: [{ name: 'dirt' }], selectedItem: null },
    _client: { write (name) { if (name === 'block_place') did.push(bot.heldItem?.name ?? 'nothing') } },
    placeBlock: async (block, face) => click(block, face),
    activateBlock: async (block, side) => click(block, side)
  })
  /** As mineflayer does: it turns the head, and then it clicks. */
  async function click ({ position: location }, side) {
    await null
    bot._client.write('block_place', { location, direction: side.y === 1 ? 1 : 5, hand: 0 })
  }
  const guard = guardOf(bot, { now: () => 0, emit: event => events.push(event) })
  guard.learn({
    mode,
    team: TEAM,
    witnessed,
    buildings: [
      {
        structure: 'library',
        owner: 'the village',
        blocks: {
          bookshelf: [
            [1, 5, 1], [2, 5, 1]
          ],
          water: [[3, 5, 1]]
        }
      }
    ]
  })
  return { bot, guard, did, events, at: (x, y, z) => bot.blockAt({ x, y, z }) }
}
const BOB = { type: 'player', username: 'Bob', position: new Vec3(0, 5, 0) }
const UP = new Vec3(0, 1, 0)

test('the bot\'s guard denies, says why, and lets the rest be', async () => {
  const { bot, guard, did, events, at } = puppet('block')
  const denied = { code: 'FORBIDDEN' }
  await assert.rejects(bot.dig(at(1, 5, 1)), denied)
  assert.throws(() => bot.attack(BOB), denied)
  await assert.rejects(bot.placeBlock(at(3, 5, 1), UP), denied)
  await assert.rejects(bot.placeBlock(at(3, 4, 1), UP), denied)
  await assert.rejects(bot.activateBlock(at(3, 5, 1)), denied)
  assert.deepEqual(did, [])
  await bot.dig(at(2, 5, 1)) // something else stands there by now
  await bot.placeBlock(at(2, 5, 1), UP)
  await bot.activateBlock(at(1, 5, 1)) // nothing is broken by opening, or by a click
  bot.attack({ type: 'mob', name: 'cow', position: new Vec3(0, 5, 0) })
  assert.deepEqual(did, ['dig dirt', 'dirt', 'dirt', 'attack cow'])
  assert.deepEqual([guard.mayDig(new Vec3(1.5, 5.2, 1.9)), guard.mayDig(new Vec3(2, 5, 1))], [false, true])
  guard.tellAll()
  const tries = events.reduce((sum, { count }) => sum + count, 0)
  assert.deepEqual([tries, new Set(events.map(({ kind }) => kind))], [5, new Set(['guard.denied'])])
})

test('what is in the hand when the click leaves is judged, and both halves of what is placed', async () => {
  const { bot, did, at } = puppet('block')
  const denied = { code: 'FORBIDDEN' }
  bot.heldItem = null
  const click = bot.activateBlock(at(3, 5, 1)) // an empty hand fills nothing in
  bot.heldItem = { name: 'dirt' }
  await assert.rejects(click, denied)
  bot.heldItem = { name: 'oak_door' }
  await assert.rejects(bot.placeBlock(at(3, 3, 1), UP), denied) // its upper half would stand in the water
  bot.heldItem = { name: 'red_bed' }
  await assert.rejects(bot.placeBlock(at(2, 4, 1), UP), denied)
  assert.deepEqual(did, [])
  await bot.placeBlock(at(5, 4, 5), UP)
  assert.deepEqual(did, ['red_bed'])
})

test('a hand that seems empty is judged by what it may just be getting', async () => {
  const { bot, guard, did, at } = puppet('block')
  const denied = { code: 'FORBIDDEN' }
  const fill = () => bot.activateBlock(at(3, 5, 1))
  bot.heldItem = null
  let clicking = true // the server may have moved the dirt to the hand already
  guard.watchClicks(() => clicking)
  await assert.rejects(fill(), denied)
  clicking = false
  const lying = away => ({ name: 'item', position: new Vec3(away, 5, 0), getDroppedItem: () => ({ name: 'dirt' }) })
  bot.entities = { 1: lying(1) } // it may be in the hand already
  await assert.rejects(fill(), denied)
  assert.deepEqual(did, [])
  bot.entities = { 1: lying(9) }
  await fill()
  assert.deepEqual(did, ['nothing'])
  bot.heldItem = { name: 'stick' } // and the dirt comes from a chest, in exchange
  bot.inventory.slots = []
  bot.currentWindow = { slots: [null, { name: 'dirt' }], selectedItem: null }
  clicking = true
  await assert.rejects(fill(), denied)
})

test('what the bot perhaps holds is not reported', async () => {
  const lying = { name: 'item', position: new Vec3(1, 5, 0), getDroppedItem: () => ({ name: 'dirt' }) }
  for (const mode of ['warn', 'block']) {
    const { bot, guard, did, events, at } = puppet(mode)
    Object.assign(bot, { heldItem: null, entities: { 1: lying } })
    guard.watchClicks(() => true)
    await bot.activateBlock(at(3, 5, 1)).catch(() => {})
    guard.tellAll()
    assert.deepEqual([did, events], [mode === 'warn' ? ['nothing'] : [], []], mode)
  }
})

test('under warn the deed is done, and the bot tells of it only where the server does not', async () => {
  for (const witnessed of [false, true]) {
    const { bot, guard, did, events, at } = puppet('warn', { witnessed })
    await bot.dig(at(1, 5, 1))
    bot.attack(BOB)
    await bot.placeBlock(at(3, 5, 1), UP)
    await bot.activateBlock(at(3, 5, 1))
    guard.tellAll()
    assert.deepEqual(did, ['dig bookshelf', 'attack Bob', 'dirt', 'dirt'])
    assert.equal(events.reduce((sum, { count }) => sum + count, 0), witnessed ? 0 : 4)
    assert.ok(
      guard.mayDig(new Vec3(1, 5, 1)) && !guard.isFree(new Vec3(1, 5, 1)),
      'no way leads through it all the same'
    )
  }
})

test('off lets everything happen in silence', async () => {
  const { bot, guard, did, events, at } = puppet('off')
  await bot.dig(at(1, 5, 1))
  bot.attack(BOB)
  guard.tellAll()
  assert.deepEqual([did.length, events, guard.isFree(new Vec3(1, 5, 1))], [2, [], true])
})

test('a hoe on the ground of a building breaks a part of it', async () => {
  const tilled = []
  const ground = { position: new Vec3(1, 4, 1), name: 'grass_block', boundingBox: 'block' }
  const bot = Object.assign(new EventEmitter(), {
    username: 'Mallory',
    heldItem: { name: 'stone_hoe' },
    registry: { blocksByName: {} },
    blockAt: place => place.equals(ground.position) ? ground : { position: place, name: 'air', boundingBox: 'empty' },
    _client: { write: () => tilled.push(ground.name) },
    activateBlock: async ({ position: location }) => {
      bot._client.write('block_place', { location, direction: 1, hand: 0 })
    }
  })
  const guard = guardOf(bot, { now: () => 0, emit () {} })
  const garden = { structure: 'garden', owner: 'Victor', blocks: { grass_block: [[1, 4, 1]] } }
  const known = { team: ['Mallory'], witnessed: false, buildings: [garden] }
  guard.learn({ ...known, mode: 'block' })
  await assert.rejects(bot.activateBlock(ground), { code: 'FORBIDDEN' })
  bot.heldItem = { name: 'stick' }
  await bot.activateBlock(ground)
  bot.heldItem = { name: 'stone_hoe' }
  guard.learn({ ...known, mode: 'off' })
  await bot.activateBlock(ground)
  assert.deepEqual(tilled, ['grass_block', 'grass_block'])
})

test('the ground of a building is part of it whatever grows there', () => {
  const names = ['grass_block', 'dirt', 'farmland', 'stone']
  let name
  const bot = Object.assign(new EventEmitter(), {
    username: 'Alice', blockAt: position => ({ name, position }), _client: { write () {} }
  })
  const guard = guardOf(bot, { now: () => 0, emit () {} })
  const pen = { structure: 'pen', owner: 'Victor', blocks: { grass_block: [[1, 4, 1]] } }
  guard.learn({ mode: 'block', team: TEAM, witnessed: false, buildings: [pen] })
  const may = kind => { name = kind; return guard.mayDig(new Vec3(1, 4, 1)) }
  assert.deepEqual(names.map(may), [false, false, false, true])
})
