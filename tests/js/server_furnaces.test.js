'use strict'
/** Furnaces: their table, their clicks, their fire; and a real one, tended by a real bot. */

const { startServer, until, held, fold } = require('./server_inside')
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const smelting = require('../../game/smelting')
const { countOf } = require('../../mc_server/stacks')
const prng = require('../../mc_server/prng')
const { GAMES, clickAnyhow, makeStations } = require('./server_stations')

const AT = new Vec3(1, 5, 0)
const [INPUT, FUEL, OUTPUT] = [0, 1, 2]

function setUp (granted, kind = 'furnace') {
  const stations = makeStations(granted)
  stations.world.set('1,5,0', kind)
  const furnace = stations.serv.containers.at(AT)
  const contents = () => furnace.slots.map(item => item && [item.name, item.count])
  return { ...stations, furnace, contents, kinds: () => stations.events.map(event => event.kind) }
}

/** Lays a whole stack into a slot of the open window. */
function lay ({ click, slotOf }, item, slot) {
  click(slotOf(item))
  return click(slot)
}

test('the table names things that there are, each made from one thing only once', () => {
  for (const { item, from } of smelting.recipes) {
    assert.ok(registry.itemsByName[item] && registry.itemsByName[from], `${from} -> ${item}`)
  }
  for (const name of Object.keys(smelting.fuels)) assert.ok(registry.itemsByName[name], name)
  assert.equal(new Set(smelting.recipes.map(({ from }) => from)).size, smelting.recipes.length)
  assert.deepEqual(
    ['iron_ore', 'sand', 'dark_oak_wood', 'golden_horse_armor', 'bread'].map(name =>
      smelting.resultOf('furnace', name)
    ),
    ['iron_ingot', 'glass', 'charcoal', 'gold_nugget', null]
  )
  assert.deepEqual(
    ['iron_ore', 'beef', 'sand'].map(name => smelting.resultOf('blast_furnace', name)),
    ['iron_ingot', null, null]
  )
  assert.deepEqual(
    ['iron_ore', 'beef', 'sand'].map(name => smelting.resultOf('smoker', name)),
    [null, 'cooked_beef', null]
  )
  assert.deepEqual(
    ['coal', 'stick', 'crimson_planks', 'oak_planks'].map(name => smelting.burnOf('furnace', name)),
    [1600, 100, 0, 300]
  )
})

test('eight pieces to a coal, ten seconds a piece, and nobody needs to look', () => {
  const { Alice, tick, contents, events, balanced, furnace, serv } = setUp({ Alice: { iron_ore: 10, coal: 2 } })
  Alice.open(AT)
  assert.ok(lay(Alice, 'iron_ore', INPUT))
  tick(50)
  assert.deepEqual(contents(), [['iron_ore', 10], null, null])
  assert.ok(lay(Alice, 'coal', FUEL))
  assert.equal(serv.blocks.at(AT).getProperties().lit, false)
  tick()
  assert.deepEqual(contents(), [['iron_ore', 10], ['coal', 1], null])
  assert.equal(serv.blocks.at(AT).getProperties().lit, true)
  Alice.close()
  tick(198)
  assert.equal(contents()[OUTPUT], null)
  tick()
  assert.deepEqual(contents(), [['iron_ore', 9], ['coal', 1], ['iron_ingot', 1]])
  tick(1400)
  assert.deepEqual(contents(), [['iron_ore', 2], ['coal', 1], ['iron_ingot', 8]])
  assert.equal(furnace.fire, 1)
  tick(401)
  assert.deepEqual(contents(), [null, null, ['iron_ingot', 10]])
  assert.equal(events.filter(e => e.kind === 'fuel.burnt').length, 2)
  assert.equal(events.filter(e => e.kind === 'item.smelted').length, 10)
  tick(2000)
  assert.equal(serv.blocks.at(AT).getProperties().lit, false)
  assert.equal(events.filter(e => e.kind === 'fuel.burnt').length, 2)
  balanced()
})

test('a fire that goes out lets the work cool, and another input begins anew', () => {
  const { Alice, tick, furnace } = setUp({ Alice: { iron_ore: 1, sand: 1, stick: 1, coal: 1 } })
  Alice.open(AT)
  lay(Alice, 'iron_ore', INPUT)
  lay(Alice, 'stick', FUEL)
  tick(100)
  assert.equal(furnace.work, 100)
  tick(11)
  assert.equal(furnace.work, 78)
  lay(Alice, 'coal', FUEL)
  tick(10)
  assert.equal(furnace.work, 88)
  Alice.click(INPUT)
  Alice.click(Alice.slotOf('sand'))
  Alice.click(INPUT)
  tick()
  assert.equal(furnace.work, 1)
})

test('a lava bucket burns a hundred pieces and leaves its bucket, which a smoker takes as well', () => {
  const { Alice, tick, contents, balanced } = setUp({ Alice: { beef: 64, lava_bucket: 1 } }, 'smoker')
  Alice.open(AT)
  lay(Alice, 'beef', INPUT)
  lay(Alice, 'lava_bucket', FUEL)
  tick(6400)
  assert.deepEqual(contents(), [null, ['bucket', 1], ['cooked_beef', 64]])
  assert.ok(Alice.click(OUTPUT, 0, 1))
  assert.ok(Alice.click(FUEL, 0, 1))
  assert.deepEqual(contents(), [null, null, null])
  balanced()
})

test('the output only gives, and only fuel burns', () => {
  const { Alice, serv, contents, balanced } = setUp({ Alice: { dirt: 4, coal: 3, sand: 2 } })
  Alice.open(AT)
  Alice.click(Alice.slotOf('dirt'))
  for (const [slot, button, mode] of [
    [OUTPUT, 0, 0], [OUTPUT, 1, 0], [FUEL, 0, 0], [FUEL, 1, 0]
  ]) {
    assert.equal(Alice.click(slot, button, mode), false, `${slot} ${button}`)
  }
  assert.ok(Alice.click(INPUT))
  assert.equal(Alice.click(OUTPUT, 0, 2), false, 'by number')
  assert.ok(Alice.click(INPUT, 0, 1), 'back by shift')
  for (const item of ['dirt', 'sand', 'coal']) Alice.click(Alice.slotOf(item), 0, 1)
  assert.deepEqual(contents(), [['sand', 2], ['coal', 3], null])
  assert.equal(serv.holdings(Alice.member).dirt, 4)
  balanced()
})

test('who looks on sees what the other does, and how far it is', () => {
  const { Alice, Bob, tick, serv } = setUp({ Alice: { sand: 1, coal: 1 }, Bob: {} })
  for (const agent of [Alice, Bob]) agent.open(AT)
  lay(Alice, 'sand', INPUT)
  const shown = () => Bob.sent.filter(p => p.name === 'set_slot' && p.windowId === Bob.member.window.id)
  assert.deepEqual(shown().map(({ slot, item }) => [slot, item.itemCount]), [[INPUT, 1]])
  assert.equal(Alice.sent.some(p => p.name === 'set_slot' && p.windowId === Alice.member.window.id), false)
  lay(Alice, 'coal', FUEL)
  tick(200)
  assert.deepEqual(shown().slice(-2).map(({ slot, item }) => [slot, item.present]), [[INPUT, false], [OUTPUT, true]])
  const bars = Bob.sent.filter(p => p.name === 'craft_progress_bar')
  assert.deepEqual(
    bars.filter(p => p.property === 2).map(p => p.value),
    Array.from({ length: 200 }, (_, n) => (n + 1) % 200)
  )
  assert.deepEqual(
    bars.filter(p => p.property === 1).map(p => p.value),
    Array(21).fill(1600),
    'at once and every ten ticks'
  )
  assert.ok(Bob.click(OUTPUT))
  assert.deepEqual(serv.holdings(Bob.member), { glass: 1 })
})

test('what lies in it falls out when it is broken, and its windows close', () => {
  const { Alice, Bob, world, serv, tick, events, balanced } = setUp({ Alice: { sand: 3, coal: 1 }, Bob: {} })
  Alice.open(AT)
  lay(Alice, 'sand', INPUT)
  lay(Alice, 'coal', FUEL)
  tick(201)
  const block = serv.blocks.at(AT)
  world.delete('1,5,0')
  serv.emit('broken', block, Bob.player)
  assert.deepEqual(
    events.filter(e => e.kind === 'item.dropped').map(e => [e.agent, e.origin, e.item, e.count]),
    [
      ['Bob', 'container', 'sand', 2], ['Bob', 'container', 'glass', 1]
    ]
  )
  tick()
  assert.equal(Alice.member.window, null)
  world.set('1,5,0', 'furnace')
  assert.deepEqual(serv.containers.at(AT).slots, [null, null, null])
  balanced()
})

test('random clicks of two at one furnace make and lose nothing untold', () => {
  let smelted = 0
  let moved = 0
  for (let seed = 0; seed < GAMES; seed++) {
    const random = prng(seed, 'furnace')
    const granted = {
      Alice: { iron_ore: 70, oak_log: 30, coal: 5, dirt: 64 * 20, lava_bucket: 2 },
      Bob: { sand: 40, stick: 90, bread: 9, stone: 64 * 30 }
    }
    const { tick, balanced, events, furnace, ...agents } = setUp(granted)
    for (let i = 0; i < 500; i++) {
      const { member, window, open, close, click } = agents[random.pick(['Alice', 'Bob'])]
      const chance = random()
      if (chance < 0.2) tick(random.int(1, 400))
      else if (chance < 0.3 || !member.window) open(AT)
      else if (chance < 0.32) close()
      else {
        const inside = () => random.chance(0.4) ? random.int(0, 2) : random.int(0, 38)
        clickAnyhow(click, random, [0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6], () => random.chance(0.02) ? -999 : inside())
      }
      balanced()
      assert.ok(window().slots.every(item => !item || (item.count > 0 && item.count <= item.stackSize)))
      assert.deepEqual(fold(events, granted).stored['1,5,0'] ?? {}, countOf(furnace.slots))
    }
    smelted += events.filter(e => e.kind === 'item.smelted').length
    moved += events.filter(e => e.kind === 'container.moved').length
  }
  assert.ok(smelted > 10 * GAMES && moved > 25 * GAMES, `${smelted} smelted, ${moved} moved`)
})

test('a real bot tends a real furnace', async t => {
  const server = await startServer({ seed: 42, arena: 'flat' })
  t.after(() => server.close())
  const [alice, bob] = [await server.join('Alice'), await server.join('Bob')]
  const granted = { Alice: { furnace: 1, wooden_pickaxe: 1, beef: 2, oak_planks: 5 } }
  for (const [item, count] of Object.entries(granted.Alice)) {
    await server.call('grant', { player: 'Alice', item, count })
  }
  const id = name => alice.registry.itemsByName[name].id
  await until(() => held(alice, 'oak_planks') === 5, 'the grant arrives')
  const from = server.events.length // grants are told by no event, counts among them do not add up
  const ground = alice.blockAt(alice.entity.position.offset(-2, -1, 0).floored())
  await alice.equip(id('furnace'), 'hand')
  await alice.placeBlock(ground, new Vec3(0, 1, 0))
  const at = ground.position.offset(0, 1, 0)
  const furnace = await alice.openFurnace(alice.blockAt(at))
  await furnace.putInput(id('beef'), null, 2)
  await furnace.putFuel(id('oak_planks'), null, 1)
  await until(() => furnace.progress > 0.1 && furnace.fuel > 0 && furnace.fuel < 1, 'progress is shown')
  assert.equal(furnace.totalFuelSeconds, 15)
  assert.equal(alice.blockAt(at).getProperties().lit, true)
  await until(() => furnace.outputItem(), 'ten seconds', 40000)
  await furnace.takeOutput()
  assert.equal(held(alice, 'cooked_beef'), 0, 'the window has it until it closes')
  furnace.close()
  await until(() => held(alice, 'cooked_beef') === 1, 'it is hers')
  const seen = await bob.openFurnace(bob.blockAt(at))
  assert.deepEqual(
    [seen.inputItem().name, seen.inputItem().count, seen.fuelItem(), seen.outputItem()],
    ['beef', 1, null, null]
  )
  await seen.takeInput()
  await seen.close()
  await until(() => held(bob, 'beef') === 1, 'Bob took it')
  await alice.equip(id('wooden_pickaxe'), 'hand')
  await alice.dig(alice.blockAt(at))
  await until(() => server.events.some(e => e.kind === 'block.broken' && e.block === 'furnace'), 'it is broken')
  const { holdings } = fold(server.events.filter((e, i) => i >= from || e.kind !== 'inventory'), granted)
  const counted = await server.call('inventories')
  assert.deepEqual(holdings.Alice, counted.Alice)
  assert.deepEqual(holdings.Bob, { beef: 1 })
  assert.deepEqual(server.faults, [])
  const moved = server.events
    .filter(e => e.kind === 'container.moved')
    .map(e => [e.agent, e.direction, e.item, e.count, e.owner])
  assert.deepEqual(moved.at(-1), ['Bob', 'out', 'beef', 1, 'Alice'])
})
