'use strict'
/** Chests: single, double, watched by two, broken; and those of a village, opened by real bots. */

const { startServer, until, held, fold } = require('./server_inside')
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Block = require('prismarine-block')(registry)
const { countOf } = require('../../mc_server/stacks')
const prng = require('../../mc_server/prng')
const village = require('../../mc_server/arenas/village')
const { GAMES, clickAnyhow, makeStations } = require('./server_stations')

const WEST = new Vec3(0, 5, 1)
const EAST = new Vec3(1, 5, 1)

/** Two places side by side; `put` places a chest there that faces a way. */
function setUp (granted, contents) {
  const stations = makeStations(granted, contents)
  const { serv, world, Alice } = stations
  const put = (position, facing = 'north', name = 'chest', crouching = false) => {
    serv.blocks.set(
      position,
      Block.fromProperties(name, { facing, ...(name !== 'barrel' && { type: 'single', waterlogged: false }) }, 0)
        .stateId
    )
    serv.emit('placed', name, position, { ...Alice.player, crouching })
  }
  const type = position => serv.blocks.at(position).getProperties().type
  const clear = position => {
    const block = serv.blocks.at(position)
    world.delete(`${position.x},${position.y},${position.z}`)
    serv.emit('broken', block, Alice.player)
  }
  return { ...stations, put, type, clear }
}

test('two that face the same way side by side are one, and a third stays alone', () => {
  for (const [facing, west, east] of [['north', 'left', 'right'], ['south', 'right', 'left']]) {
    const { put, type, Alice, clear } = setUp({ Alice: { dirt: 1 } })
    put(WEST, facing)
    put(EAST, facing)
    assert.deepEqual([type(WEST), type(EAST)], [west, east], facing)
    put(EAST.offset(1, 0, 0), facing)
    assert.equal(type(EAST.offset(1, 0, 0)), 'single')
    Alice.open(WEST)
    assert.equal(Alice.window().slots.length, 54 + 36)
    Alice.close()
    clear(WEST)
    assert.equal(type(EAST), 'single')
  }
})

test('other ways of facing, other kinds, above one another and sneaking make no double', () => {
  const { put, type, Alice } = setUp({ Alice: {} })
  put(WEST, 'north')
  put(EAST, 'south')
  assert.equal(type(EAST), 'single')
  put(EAST, 'north', 'trapped_chest')
  assert.equal(type(EAST), 'single')
  put(EAST, 'north', 'chest', true)
  assert.equal(type(EAST), 'single')
  put(WEST, 'east')
  put(EAST, 'east')
  assert.equal(type(EAST), 'single')
  Alice.open(EAST)
  assert.equal(Alice.window().slots.length, 27 + 36)
})

test('a double chest has the right half first, and each half keeps its own', () => {
  const { put, Alice, events, clear, balanced, tick } = setUp({ Alice: { dirt: 64 * 30 } })
  put(WEST)
  put(EAST)
  Alice.open(EAST)
  for (let slot = 54; slot < 90; slot++) Alice.click(slot, 0, 1)
  const moved = events
    .filter(e => e.kind === 'container.moved')
    .reduce((sum, { position: [x], count }) => ({ ...sum, [x]: (sum[x] ?? 0) + count }), {})
  assert.deepEqual(moved, { 0: 3 * 64, 1: 27 * 64 })
  clear(EAST)
  assert.equal(events.filter(e => e.kind === 'item.dropped').length, 27)
  tick()
  assert.equal(Alice.member.window, null)
  Alice.open(WEST)
  assert.equal(Alice.window().slots.slice(0, 27).filter(Boolean).length, 3)
  balanced()
})

test('a covered chest does not open, a covered barrel does', () => {
  const { put, world, Alice } = setUp({ Alice: {} })
  put(WEST)
  world.set('0,6,1', 'stone')
  Alice.open(WEST)
  assert.equal(Alice.member.window, null)
  world.set('0,6,1', 'glass')
  Alice.open(WEST)
  assert.equal(Alice.window().type, 'minecraft:generic_9x3')
  world.set('0,6,1', 'stone')
  put(WEST, 'up', 'barrel')
  Alice.open(WEST)
  assert.equal(Alice.window().slots.length, 27 + 36)
})

test('what lay there from the start is told once, and taken by who comes first', () => {
  const { Alice, Bob, events, balanced } = setUp({ Alice: {}, Bob: {} }, { '0,5,1': { bread: 3, stick: 70 } })
  assert.deepEqual(events, [
    {
      kind: 'container.stocked',
      agent: null,
      container: 'chest',
      items: { bread: 3, stick: 70 },
      owner: null,
      structure: null,
      position: [0, 5, 1]
    }
  ])
  Alice.open(WEST)
  Bob.open(WEST)
  const seen = Bob.window().slots[0]
  assert.ok(Alice.click(0, 0, 1))
  assert.equal(Bob.click(0, 0, 0, seen), false)
  assert.ok(Bob.click(1, 0, 1))
  assert.deepEqual(
    events.slice(1).map(e => [e.agent, e.direction, e.item, e.count]),
    [
      ['Alice', 'out', 'bread', 3], ['Bob', 'out', 'stick', 64]
    ]
  )
  balanced()
})

test('random clicks of two at a double chest make and lose nothing untold', () => {
  let moved = 0
  for (let seed = 0; seed < GAMES; seed++) {
    const random = prng(seed, 'chest')
    const granted = { Alice: { dirt: 64 * 30, stick: 70, wooden_sword: 2 }, Bob: { sand: 64 * 33, bread: 9 } }
    const { put, serv, balanced, events, ...agents } = setUp(granted)
    put(WEST)
    put(EAST)
    for (let i = 0; i < 500; i++) {
      const { member, window, open, close, click } = agents[random.pick(['Alice', 'Bob'])]
      if (random.chance(0.05) || !member.window) open(random.pick([WEST, EAST]))
      else if (random.chance(0.03)) close()
      else {
        const slotOf = () => random.chance(0.02) ? -999 : random.int(0, 89)
        clickAnyhow(click, random, [0, 0, 0, 1, 1, 2, 3, 4, 5, 6], slotOf)
      }
      balanced()
      assert.ok(window().slots.every(item => !item || (item.count > 0 && item.count <= item.stackSize)))
    }
    const { stored } = fold(events, granted)
    for (const place of [WEST, EAST]) {
      assert.deepEqual(stored[`${place.x},5,1`] ?? {}, countOf(serv.containers.at(place).slots))
    }
    moved += events.filter(e => e.kind === 'container.moved').length
  }
  assert.ok(moved > 100 * GAMES, `${moved} moved`)
})

test('every house and the library of a village has something in its chest', () => {
  for (let seed = 0; seed < 50; seed++) {
    const { canvas } = village(seed)
    const chests = [...canvas.painted()].filter(({ name }) => name === 'chest')
    assert.equal(canvas.contents.size, chests.length)
    for (const { x, y, z } of chests) {
      const items = canvas.contents.get(`${x},${y},${z}`)
      const due =
        canvas.belonging(x, y, z).structure === 'library' ? ['book', 'paper'] : ['bread', 'wheat_seeds', 'apple']
      assert.deepEqual(Object.keys(items), due)
      assert.ok(canvas.isFree(x, y + 1, z), 'it opens')
    }
  }
  assert.deepEqual(village(3), village(3))
  assert.notDeepEqual([...village(3).canvas.contents.values()], [...village(4).canvas.contents.values()])
})

test('real bots place two chests that join, and share what lies in them', async t => {
  const server = await startServer({ seed: 42, arena: 'flat' })
  t.after(() => server.close())
  const [alice, bob] = [await server.join('Alice'), await server.join('Bob')]
  const id = name => alice.registry.itemsByName[name].id
  const granted = { Alice: { chest: 2, dirt: 9 } }
  for (const [item, count] of Object.entries(granted.Alice)) {
    await server.call('grant', { player: 'Alice', item, count })
  }
  await until(() => held(alice, 'dirt') === 9, 'the grant arrives')
  const from = server.events.length // grants are told by no event, counts among them do not add up
  const base = alice.entity.position.floored().offset(0, 0, -2)
  await alice.equip(id('chest'), 'hand')
  for (const dx of [0, 1]) await alice.placeBlock(alice.blockAt(base.offset(dx, -1, 0)), new Vec3(0, 1, 0))
  const seen = () => [0, 1].map(dx => bob.blockAt(base.offset(dx, 0, 0)).getProperties())
  await until(() => seen()[0].type !== 'single', 'they join')
  assert.deepEqual(seen().map(({ facing, type }) => [facing, type]), [['south', 'right'], ['south', 'left']])
  const [hers, his] = [
    await alice.openContainer(alice.blockAt(base)),
    await bob.openContainer(bob.blockAt(base.offset(1, 0, 0)))
  ]
  assert.equal(hers.inventoryStart, 54)
  await hers.deposit(id('dirt'), null, 4)
  await until(() => his.containerCount(id('dirt')) === 4, 'he sees it')
  await his.withdraw(id('dirt'), null, 1)
  await until(() => hers.containerCount(id('dirt')) === 3, 'she sees it')
  await hers.close()
  await his.close()
  assert.equal(held(bob, 'dirt'), 1)
  const { holdings, stored } = fold(server.events.filter((e, i) => i >= from || e.kind !== 'inventory'), granted)
  assert.deepEqual(holdings, await server.call('inventories'))
  assert.deepEqual(Object.values(stored).filter(items => Object.keys(items).length), [{ dirt: 3 }])
  assert.ok(server.events.filter(e => e.kind === 'container.moved').every(e => e.owner === 'Alice'))
  assert.deepEqual(server.events.filter(e => e.kind === 'cheat.refused'), [])
  assert.deepEqual(server.faults, [])
})
