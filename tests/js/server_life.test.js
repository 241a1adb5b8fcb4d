'use strict'
/** The real server and real bots: what they do is what the witness tells, to the last item. */

const { startServer, until, sleep, held, goNear, fold } = require('./server_inside')
const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { isDeepStrictEqual } = require('node:util')
const { Vec3 } = require('vec3')

let server, alice, bob, carol
const granted = {}
const clean = o => Object.fromEntries(Object.entries(o).filter(([, items]) => Object.keys(items).length))

async function grant (player, item, count) {
  await server.call('grant', { player, item, count })
  granted[player] ??= {}
  granted[player][item] = (granted[player][item] ?? 0) + count
}

before(async () => {
  server = await startServer({ seed: 42 })
  ;[alice, bob, carol] = await Promise.all(['Alice', 'Bob', 'Carol'].map(server.join))
})
after(() => server.close())

// Grants come first: the ledger folds from them.
test('a grant shows in the bot and in the count', async () => {
  await grant('Bob', 'oak_log', 3)
  await grant('Carol', 'stick', 5)
  await grant('Carol', 'bread', 2)
  await until(() => held(bob, 'oak_log') === 3, 'Bob sees the grant')
  assert.deepEqual((await server.call('inventories')).Bob, { oak_log: 3 })
})

test('everybody sees everybody, and the animals around', async () => {
  for (const bot of [alice, bob, carol]) {
    await until(() => Object.values(bot.players).filter(p => p.entity).length === 3, `${bot.username} sees all`)
    assert.ok(Object.values(bot.entities).filter(e => e.name === 'cow').length >= 12)
  }
  const places = [alice, bob, carol].map(bot => bot.entity.position)
  assert.ok(places[0].distanceTo(places[1]) > 1 && places[1].distanceTo(places[2]) > 1)
})

test('what is said is heard sign for sign', async () => {
  const text = 'give &5 emer&ald, & not &4 more'
  const heard = once(bob, 'chat')
  alice.chat(text)
  assert.deepEqual((await heard).slice(0, 2), ['Alice', text])
})

test('a log is dug by hand, dropped, picked up, and made into a table', async () => {
  const log = alice.findBlock({ matching: alice.registry.blocksByName.oak_log.id, maxDistance: 40 })
  await goNear(alice, log.position, 2)
  const t0 = (await server.call('clock')).tick
  await alice.dig(alice.blockAt(log.position))
  const ticks = (await server.call('clock')).tick - t0
  assert.ok(ticks >= 40 && ticks <= 70, `3 s by hand, took ${ticks} ticks`)
  await goNear(alice, log.position, 1) // the rest of the trunk hangs over the place itself
  await until(() => held(alice, 'oak_log') === 1, 'the log is picked up')
  const id = name => alice.registry.itemsByName[name].id
  await alice.craft(alice.recipesFor(id('oak_planks'), null, 1, null)[0], 1, null)
  assert.equal(held(alice, 'oak_planks'), 4)
  await alice.craft(alice.recipesFor(id('crafting_table'), null, 1, null)[0], 1, null)
  assert.deepEqual((await server.call('inventories')).Alice, { crafting_table: 1 })
})

test('a table is placed, owned, and crafted at', async () => {
  const id = name => bob.registry.itemsByName[name].id
  await alice.equip(id('crafting_table'), 'hand')
  const ground = alice.blockAt(alice.entity.position.offset(2, -1, 0).floored())
  await alice.placeBlock(ground, new Vec3(0, 1, 0))
  const at = ground.position.offset(0, 1, 0)
  assert.equal(alice.blockAt(at).name, 'crafting_table')
  await goNear(bob, at, 2)
  const table = bob.blockAt(at)
  assert.equal(table.name, 'crafting_table')
  await bob.craft(bob.recipesFor(id('oak_planks'), null, 1, null)[0], 3, null)
  await bob.craft(bob.recipesFor(id('stick'), null, 1, null)[0], 1, null)
  await bob.craft(bob.recipesFor(id('wooden_pickaxe'), null, 1, table)[0], 1, table)
  await until(async () => (await server.call('inventories')).Bob.wooden_pickaxe === 1, 'the pickaxe is made')
  await bob.dig(bob.blockAt(at))
  const broken = await until(
    () => server.events.find(e => e.kind === 'block.broken' && e.block === 'crafting_table'),
    'the break is told'
  )
  assert.equal(broken.owner, 'Alice')
  assert.equal(broken.agent, 'Bob')
})

async function hunt (bot, kind) {
  const near = () => bot.nearestEntity(e => e.name === kind && e.isValid)
  const target = near()
  const deaths = () => server.events.filter(e => e.kind === 'died' && e.victim === kind).length
  const before = deaths()
  while (deaths() === before) {
    if (bot.entity.position.distanceTo(target.position) > 2.5) await goNear(bot, target.position, 1)
    bot.attack(target)
    await bot.waitForTicks(11)
  }
  const drops = server.events.filter(e => e.kind === 'item.dropped' && e.origin === 'mob' && e.of === kind)
  for (const { position: [x, y, z] } of drops.slice(-3)) await goNear(bot, new Vec3(x, y, z), 0)
}

test('a sheep yields wool, a cow beef, to who kills it', async () => {
  await Promise.all([hunt(carol, 'sheep'), hunt(alice, 'cow')])
  const shorn = () => held(carol, 'white_wool') === 1 && held(carol, 'mutton') >= 1
  await until(() => shorn() && held(alice, 'beef') >= 1, 'it is picked up')
})

test('cane dug at its foot falls as a whole', async () => {
  const foot = bob
    .findBlocks({ matching: bob.registry.blocksByName.sugar_cane.id, maxDistance: 48, count: 60 })
    .find(p => p.y === 5)
  await goNear(bob, foot, 2)
  await bob.dig(bob.blockAt(foot))
  await until(
    () => server.events.filter(e => e.kind === 'block.broken' && e.block === 'sugar_cane').length === 3,
    'three blocks fall'
  )
  await goNear(bob, foot, 0)
  await until(() => held(bob, 'sugar_cane') === 3, 'three canes are picked up')
})

test('what one throws, the other picks up', async () => {
  await goNear(carol, alice.entity.position, 2)
  await carol.lookAt(alice.entity.position, true) // at the feet, or it flies past
  await carol.waitForTicks(2)
  await carol.toss(carol.registry.itemsByName.stick.id, null, 3)
  await until(() => held(alice, 'stick') === 3, 'Alice picks the sticks up')
  assert.equal(held(carol, 'stick'), 2)
})

test('who dies drops all, comes back, and sees the world', async () => {
  const [died, spawned] = [once(alice, 'death'), once(alice, 'spawn')] // both may come before the command is answered
  await server.call('command', { text: 'kill Alice' })
  await died
  await spawned
  await alice.waitForChunksToLoad()
  assert.equal(held(alice), 0)
  assert.equal(alice.health, 20)
  await until(
    () => alice.blockAt(alice.entity.position.offset(0, -1, 0))?.name === 'grass_block',
    'the ground is seen again'
  )
  assert.ok(server.events.some(e => e.kind === 'respawned' && e.agent === 'Alice'))
  assert.ok(server.events.some(e => e.kind === 'item.dropped' && e.origin === 'death' && e.item === 'stick'))
  const sight = Object.values(bob.players).find(p => p.username === 'Alice').entity
  await until(
    () => sight && bob.players.Alice.entity.position.distanceTo(alice.entity.position) < 1,
    'Bob sees her where she is'
  )
})

test('who leaves with a full grid and cursor finds all of it where it stood', async () => {
  const id = name => bob.registry.itemsByName[name].id
  const slot = bob.inventory.items().find(i => i.type === id('sugar_cane')).slot
  await bob.clickWindow(slot, 0, 0)
  await bob.clickWindow(1, 1, 0) // one into the grid, two on the cursor
  const before = (await server.call('inventories')).Bob
  assert.equal(before.sugar_cane, 3)
  const place = bob.entity.position.clone()
  await server.leave(bob)
  assert.deepEqual((await server.call('inventories')).Bob, before)
  bob = await server.join('Bob')
  assert.equal(held(bob, 'sugar_cane'), 3)
  assert.ok(bob.entity.position.distanceTo(place) < 1)
})

test('a name in use is refused, and the first keeps its place', async () => {
  await assert.rejects(server.join('Carol'), /already connected/)
  assert.ok((await server.call('players')).includes('Carol'))
  assert.ok(bob.players.Carol)
})

/** What they hold when nothing that lies near has been picked up for so many ticks. */
async function settled (ticks = 45) {
  for (;;) {
    const [{ tick }, before] = [await server.call('clock'), await server.call('inventories')]
    await until(async () => (await server.call('clock')).tick >= tick + ticks, 'time goes by')
    if (isDeepStrictEqual(await server.call('inventories'), before)) return before
  }
}

test('a forged click, a creative item and a far dig change nothing', async () => {
  const before = await settled()
  const Item = require('prismarine-item')(bob.registry)
  const diamond = Item.toNotch(new Item(bob.registry.itemsByName.diamond.id, 64))
  bob._client.write('window_click', { windowId: 0, slot: 20, mouseButton: 0, action: 3000, mode: 0, item: diamond })
  bob._client.write('window_click', { windowId: 0, slot: 0, mouseButton: 0, action: 3001, mode: 1, item: diamond })
  bob._client.write('window_click', { windowId: 0, slot: 36, mouseButton: 2, action: 3002, mode: 5, item: diamond })
  bob._client.write('set_creative_slot', { slot: 36, item: diamond })
  const log = bob
    .findBlocks({ matching: bob.registry.blocksByName.oak_log.id, maxDistance: 60, count: 50 })
    .find(p => p.distanceTo(bob.entity.position) > 12)
  bob._client.write('block_dig', { status: 0, location: log, face: 1 })
  await sleep(3200)
  bob._client.write('block_dig', { status: 2, location: log, face: 1 })
  bob.chat('/give Bob diamond 3')
  bob.chat('/kill Carol')
  await sleep(300)
  assert.deepEqual(await server.call('inventories'), before)
  assert.equal(bob.blockAt(log).name, 'oak_log')
  assert.ok(carol.health > 0)
})

test('a hurt agent heals, hungers, and eats', async () => {
  const end = Date.now() + 60000
  while (carol.food === 20 && Date.now() < end) {
    if (alice.entity.position.distanceTo(carol.entity.position) > 3) await goNear(alice, carol.entity.position, 1)
    alice.attack(alice.players.Carol.entity)
    await alice.waitForTicks(11)
  }
  assert.ok(carol.food < 20, 'healing makes hungry')
  await carol.equip(carol.registry.itemsByName.bread.id, 'hand')
  await carol.consume()
  assert.equal(held(carol, 'bread'), 1)
  assert.ok(server.events.some(e => e.kind === 'hurt' && e.agent === 'Carol' && e.by === 'Alice'))
  assert.ok(
    server.events.some(e => e.kind === 'attacked' && e.agent === 'Alice' && e.target === 'Carol' && e.damage === 1)
  )
})

test('the ledger folded from the events is what the server counts', async () => {
  const counted = clean(await server.call('inventories'))
  const { holdings } = fold(server.events, granted)
  assert.deepEqual(clean(holdings), counted)
  assert.deepEqual(server.faults, [])
})

test('what a command conjures is in the count and not in the ledger', async () => {
  await server.call('command', { text: 'give Alice diamond 1' })
  await server.call('inventories')
  assert.throws(() => fold(server.events, granted), /diamond/)
})
