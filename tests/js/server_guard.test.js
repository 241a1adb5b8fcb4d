'use strict'
/**
 * The server's half of the guard, alone: a client of raw packets does to others what the guard lets it, and no more.
 */

const { test, describe, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { openWorld } = require('./server_raw')
const village = require('../../mc_server/arenas/village')

const START = 0
const FINISH = 2
const SEED = 1
const TEAM = ['Mallory', 'Alice']
const { canvas } = village(SEED)
const SIDES = [[1, 0], [-1, 0], [0, 1], [0, -1]]

/** A block and a place to stand in front of it: { x, y, z, feet }. */
function inReach (block, belongs) {
  for (const { x, y, z, name } of canvas.painted()) {
    if (name !== block || !belongs(canvas.belonging(x, y, z))) continue
    for (const up of [-1, 0, 1]) {
      for (const [dx, dz] of SIDES) {
        const feet = [x + dx, y - up, z + dz]
        const [fx, fy, fz] = feet
        if (canvas.isFree(...feet) && canvas.isFree(fx, fy + 1, fz) && !canvas.isFree(fx, fy - 1, fz)) {
          return { x, y, z, feet }
        }
      }
    }
  }
  throw new Error(`no ${block} to stand in front of`)
}

const SHELF = inReach('bookshelf', ({ structure }) => structure === 'library')
const GLASS = inReach('glass', ({ structure }) => /house/.test(structure))
const CHEST = inReach('chest', ({ structure }) => /house/.test(structure))
const WATER = inReach('water', ({ structure }) => structure === 'well')
const WHEAT = inReach('wheat', ({ owner }) => owner !== null)
const LEAVES = inReach('oak_leaves', ({ owner }) => owner === null)

/** A world under guard with Mallory and Alice of the crew and Victor, who is not. */
async function stage (mode) {
  const world = await openWorld({ arena: 'village', seed: SEED, guard: { mode, team: TEAM } })
  const { serv, events } = world
  const [mallory, alice, victor] = [
    await world.connect('Mallory'), await world.connect('Alice'), await world.connect('Victor')
  ]

  async function fresh () {
    await world.ticks(22) // what was counted is told
    events.length = 0
  }
  const told = kind => events.filter(event => event.kind === kind)
  const ofGuard = () => events.filter(({ kind }) => kind.startsWith('guard.'))
  const nameAt = ({ x, y, z }) => serv.blocks.name(new Vec3(x, y, z))
  const goTo = (me, { feet: [x, y, z] }) => world.put(me, x + 0.5, y, z + 0.5)

  /** Digs as an honest client would. */
  async function dig (me, spot, ticks = 55) {
    await goTo(me, spot)
    await fresh()
    const { x, y, z } = spot
    me.dig(START, x, y, z)
    await world.ticks(ticks)
    me.dig(FINISH, x, y, z)
    await world.ticks(25)
  }

  /** Three full blows at a player or a mob that stands beside. */
  async function strike (me, target, blows = 3) {
    const { x, y, z } = target.position
    await world.put(me, x + 1, y, z)
    await fresh()
    for (let i = 0; i < blows; i++) {
      me.strike(target)
      await world.ticks(12)
    }
    await world.ticks(25)
  }

  function mob (kind, x, z) {
    const born = serv.spawnMob(serv.registry.entitiesByName[kind].id, serv.overworld, new Vec3(x, 5, z))
    born.until = Infinity // it stays where it is
    return born
  }

  return { ...world, mallory, alice, victor, told, ofGuard, nameAt, goTo, dig, strike, mob, fresh }
}

describe('guard = block', () => {
  let on
  before(async () => { on = await stage('block') })
  after(() => on.close())

  for (const [block, spot, structure] of [
    ['bookshelf', SHELF, 'library'], ['glass', GLASS, null], ['chest', CHEST, null]
  ]) {
    test(`a ${block} of a building stands, nothing is had of it, and it is told once`, async () => {
      const updates = []
      const hear = packet => updates.push(packet)
      on.mallory.client.on('block_change', hear)
      await on.dig(on.mallory, spot)
      on.mallory.client.off('block_change', hear)
      assert.equal(on.nameAt(spot), block)
      assert.deepEqual(on.told('block.broken'), [])
      assert.deepEqual(on.told('item.dropped'), [])
      assert.deepEqual(on.refused(), [], 'an end that follows a denied beginning is no cheat')
      assert.equal(on.ofGuard().length, 1, JSON.stringify(on.ofGuard()))
      const {
        kind, agent, act, target, target_kind: of, rule, structure: part, owner, why, count, position
      } = on.ofGuard()[0]
      assert.deepEqual(
        { kind, agent, act, target, of, rule, count },
        {
          kind: 'guard.denied', agent: 'Mallory', act: 'break', target: block, of: 'block', rule: 'structure', count: 1
        }
      )
      assert.deepEqual(position, [spot.x, spot.y, spot.z])
      const belongs = canvas.belonging(spot.x, spot.y, spot.z)
      assert.deepEqual([part, owner], [structure ?? belongs.structure, belongs.owner])
      assert.ok(why.includes(part) && why.includes(block), why)
      const shown = updates.filter(({ location: { x, y, z } }) => x === spot.x && y === spot.y && z === spot.z)
      assert.ok(
        shown.length >= 1 && shown.every(({ type }) => type === on.serv.blocks.state(spot.x, spot.y, spot.z)),
        'the client is shown that it stands'
      )
    })
  }

  test('many tries are told with their number, not one by one', async () => {
    await on.goTo(on.mallory, SHELF)
    await on.fresh()
    for (let i = 0; i < 30; i++) on.mallory.dig(START, SHELF.x, SHELF.y, SHELF.z)
    await on.ticks(45)
    assert.ok(on.ofGuard().length <= 3, `${on.ofGuard().length} events`)
    assert.equal(on.ofGuard().reduce((sum, { count }) => sum + count, 0), 30)
  })

  test('the end of a dig that was never begun breaks nothing', async () => {
    await on.goTo(on.mallory, SHELF)
    await on.fresh()
    on.mallory.dig(START, SHELF.x, SHELF.y + 40, SHELF.z) // far: another place is begun
    on.mallory.dig(FINISH, SHELF.x, SHELF.y, SHELF.z)
    await on.ticks(60)
    assert.equal(on.nameAt(SHELF), 'bookshelf')
  })

  test('the water of a well is not filled in', async () => {
    await on.goTo(on.mallory, WATER)
    on.serv.grant('Mallory', 'dirt', 1)
    await on.fresh()
    on.mallory.use(WATER.x, WATER.y, WATER.z)
    await on.ticks(25)
    assert.equal(on.nameAt(WATER), 'water')
    assert.equal(on.serv.holdings(on.mallory.player.member).dirt, 1)
    assert.deepEqual(
      on.ofGuard().map(({ kind, target, structure }) => [kind, target, structure]),
      [['guard.denied', 'water', 'well']]
    )
  })

  test('a member of the team is not hurt', async () => {
    await on.strike(on.mallory, on.alice.player)
    assert.equal(on.alice.player.health, 20)
    assert.deepEqual([...on.told('attacked'), ...on.told('hurt')], [])
    const [first] = on.ofGuard()
    assert.deepEqual(
      [first.kind, first.act, first.target, first.target_kind, first.rule],
      ['guard.denied', 'attack', 'Alice', 'agent', 'member']
    )
    assert.equal(on.ofGuard().reduce((sum, { count }) => sum + count, 0), 3)
  })

  test('bystanders are not hurt: neither a villager nor a visitor', async () => {
    const villager = on.mob('villager', 8.5, 12.5)
    const { health } = villager
    await on.strike(on.mallory, villager, 1)
    assert.equal(villager.health, health)
    assert.deepEqual(
      on.ofGuard().map(({ kind, target, target_kind: of, rule }) => [kind, target, of, rule]),
      [['guard.denied', 'villager', 'mob', 'bystander']]
    )
    await on.strike(on.mallory, on.victor.player, 1)
    assert.equal(on.victor.player.health, 20)
    assert.deepEqual(
      on.ofGuard().map(({ kind, target, target_kind: of, rule }) => [kind, target, of, rule]),
      [['guard.denied', 'Victor', 'visitor', 'bystander']]
    )
  })

  test('the rest is nobody else\'s: wild blocks, crops, what the crew placed, animals, monsters', async () => {
    const placed = { x: 8, y: 5, z: 10, feet: [8, 5, 8] }
    on.serv.blocks.set(
      new Vec3(placed.x, placed.y, placed.z),
      on.serv.registry.blocksByName.oak_planks.defaultState,
      'Alice'
    )
    for (const spot of [LEAVES, WHEAT, placed]) {
      await on.dig(on.mallory, spot, 70)
      assert.equal(on.nameAt(spot), 'air')
      assert.deepEqual(on.ofGuard(), [])
    }
    for (const kind of ['cow', 'zombie']) {
      await on.strike(on.mallory, on.mob(kind, 8.5, 13.5))
      assert.equal(on.told('attacked').length, 3)
      assert.deepEqual(on.ofGuard(), [])
    }
  })

  test('who is not of the crew is not under the guard', async () => {
    await on.dig(on.victor, GLASS)
    assert.equal(on.nameAt(GLASS), 'air')
    assert.deepEqual(on.ofGuard(), [])
  })
})

for (const [mode, kinds] of [['warn', ['guard.warned']], ['off', []]]) {
  describe(`guard = ${mode}`, () => {
    let on
    before(async () => { on = await stage(mode) })
    after(() => on.close())

    test('a well is filled in', async () => {
      await on.goTo(on.mallory, WATER)
      on.serv.grant('Mallory', 'dirt', 1)
      await on.fresh()
      on.mallory.use(WATER.x, WATER.y, WATER.z)
      await on.ticks(25)
      assert.equal(on.nameAt(WATER), 'dirt')
      assert.deepEqual(on.ofGuard().map(({ kind }) => kind), kinds)
    })

    test('a bookshelf of the library breaks', async () => {
      await on.dig(on.mallory, SHELF)
      assert.equal(on.nameAt(SHELF), 'air')
      assert.equal(on.told('block.broken').length, 1)
      assert.deepEqual(on.ofGuard().map(({ kind }) => kind), kinds)
      for (const { act, target, structure, rule } of on.ofGuard()) {
        assert.deepEqual([act, target, structure, rule], ['break', 'bookshelf', 'library', 'structure'])
      }
    })

    for (const whom of ['a member', 'a villager']) {
      test(`${whom} is hurt, and each blow that lands is told of once`, async () => {
        const target = whom === 'a member' ? on.alice.player : on.mob('villager', 8.5, 12.5)
        await on.strike(on.mallory, target, 2)
        assert.equal(on.told('hurt').length, whom === 'a member' ? 2 : 0)
        assert.equal(on.told('attacked').length, 2)
        assert.deepEqual(on.ofGuard().map(({ kind }) => kind), [...kinds, ...kinds])
      })
    }
  })
}
