'use strict'
/** The digging plugin alone: how long a block takes, whatever the client says and holds meanwhile. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Item = require('prismarine-item')(registry)
const Block = require('prismarine-block')(registry)

const STONE = new Vec3(1, 5, 0)
const START = 0
const FINISH = 2
const BY_HAND = 150 // ticks for stone: 7.5 s
const BY_PICKAXE = 12 // 0.6 s with an iron one

function setUp () {
  const due = []
  let state = registry.blocksByName.stone.defaultState
  const harvested = []
  const refused = []
  const serv = Object.assign(new EventEmitter(), {
    tickCount: 0,
    heldItem: player => player.held,
    after: (ticks, run) => due.push({ at: serv.tickCount + Math.max(1, Math.ceil(ticks)), run }),
    witness () {},
    refuse: (player, what, details) => refused.push({ what, ...details }),
    lag: () => 0,
    chance: () => Math.random,
    scatter: drops => harvested.push(...drops),
    loot: { ofBlock: name => name, roll: name => [name] },
    standingHalf: () => null,
    wearByDigging () {},
    exhaust () {},
    mining: require('../../mc_server/mining')(registry),
    guard: { denies: () => false, warns () {}, breaking: block => block },
    blocks: {
      has: () => true,
      at: position => Object.assign(Block.fromStateId(position.equals(STONE) ? state : 0, 0), { position }),
      set: () => { state = 0 },
      belonging: () => ({ owner: null, structure: null }),
      isWater: () => false
    }
  })
  require('../../mc_server/plugins/digging').server(serv)
  const answers = []
  const client = Object.assign(new EventEmitter(), { write: (name, packet) => answers.push(packet) })
  const player = {
    username: 'Alice', alive: true, onGround: true, position: new Vec3(0, 5, 0), _client: client, held: null
  }
  player.member = { player }
  serv.emit('newPlayer', player)
  const pass = ticks => {
    for (let i = 0; i < ticks; i++) {
      serv.tickCount++
      for (const wait of due.filter(wait => wait.at === serv.tickCount)) wait.run()
    }
  }
  const dig = status => client.emit('block_dig', { status, location: STONE })
  return {
    player,
    pass,
    dig,
    harvested,
    refused,
    answers,
    broken: () => state === 0,
    tool: name => {
      player.held = name && new Item(registry.itemsByName[name].id, 1)
    }
  }
}

test('a block breaks when its time is over, and not when the client says', () => {
  const { dig, pass, broken, tool, harvested, refused } = setUp()
  tool('iron_pickaxe')
  dig(START)
  dig(FINISH)
  assert.equal(broken(), false)
  assert.deepEqual(refused.map(({ what, measured }) => [what, measured]), [['dig_time', 0]])
  pass(BY_PICKAXE)
  assert.equal(broken(), true)
  assert.deepEqual(harvested, ['stone'])
})

test('seven tenths of the time are believed, but who claimed the end before that stays to the end', () => {
  const honest = setUp()
  honest.dig(START)
  honest.pass(BY_HAND * 0.7)
  honest.dig(FINISH)
  assert.equal(honest.broken(), true)
  const late = setUp() // a server that counted two ticks too few
  late.dig(START)
  late.pass(BY_HAND * 0.7 - 2)
  late.dig(FINISH)
  late.pass(BY_HAND)
  assert.equal(late.broken(), true)
  assert.deepEqual([honest.refused, late.refused], [[], []])
  const hasty = setUp()
  hasty.dig(START)
  hasty.dig(FINISH)
  hasty.pass(BY_HAND * 0.7)
  hasty.dig(FINISH)
  hasty.pass(BY_HAND * 0.3 - 1)
  assert.equal(hasty.broken(), false)
  hasty.pass(1)
  assert.equal(hasty.broken(), true)
})

test('who digs what has just gone is told that it is gone, and not that the dig failed', () => {
  const { dig, pass, refused, answers } = setUp()
  dig(START)
  pass(BY_HAND)
  dig(FINISH)
  answers.length = 0
  dig(START)
  dig(FINISH)
  assert.deepEqual(answers.map(({ block, successful }) => [block, successful]), [[0, true]])
  assert.deepEqual(refused, [])
})

const CHANGES = { 'taken up': [null, 'iron_pickaxe'], 'put away': ['iron_pickaxe', null] }
for (const [how, [before, after]] of Object.entries(CHANGES)) {
  for (const when of ['before the end is said', 'after it']) {
    test(`a tool ${how} while one digs, ${when}, wins no time`, () => {
      const { dig, pass, broken, tool } = setUp()
      tool(before)
      dig(START)
      pass(5)
      if (when === 'after it') dig(FINISH)
      tool(after)
      pass(BY_PICKAXE)
      dig(FINISH)
      assert.equal(broken(), false)
      pass(BY_HAND * 0.6 - BY_PICKAXE)
      assert.equal(broken(), false)
      pass(BY_HAND * 0.4)
      assert.equal(broken(), true)
    })
  }
}

test('who has just landed digs as fast as on the ground', () => {
  const { player, dig, pass, broken, tool, refused } = setUp()
  tool('iron_pickaxe')
  player.onGround = false // its landing is not told yet
  dig(START)
  player.onGround = true
  pass(BY_PICKAXE)
  dig(FINISH)
  assert.equal(broken(), true)
  assert.deepEqual(refused, [])
})

test('who takes a block for broken too early, and goes on to another, is told that it stands', () => {
  const { player, dig } = setUp()
  const answers = []
  player._client.write = (name, packet) => {
    if (name === 'acknowledge_player_digging') answers.push([packet.status, packet.successful])
  }
  dig(START)
  dig(FINISH)
  dig(START)
  assert.deepEqual(answers, [[START, true], [FINISH, false], [START, true]])
})
