'use strict'
/** Tools and armour wear out on the real server, and the ledger knows. */

const { startServer, until, held, goNear, fold } = require('./server_inside')
const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')

let server, alice, bob
const granted = { Alice: {}, Bob: {} }
const BLOCK = new Vec3(11, 5, 8)

before(async () => {
  server = await startServer({ arena: 'flat' })
  ;[alice, bob] = await Promise.all(['Alice', 'Bob'].map(server.join))
  await grant('Alice', ['golden_shovel', 'golden_sword', 'shears', 'iron_axe', 'iron_pickaxe'])
  await grant('Bob', ['iron_chestplate', 'diamond_helmet', 'golden_boots'])
  await goNear(alice, new Vec3(9, 5, 8), 0)
})
after(() => server.close())

async function grant (player, items) {
  for (const item of items) {
    await server.call('grant', { player, item, count: 1 })
    granted[player][item] = 1
  }
  const bot = player === 'Alice' ? alice : bob
  await until(() => items.every(item => held(bot, item) === 1), 'the grants')
}

const hold = name => alice.equip(alice.registry.itemsByName[name].id, 'hand')
const used = (bot, name) => bot.inventory.slots.find(item => item?.name === name)?.durabilityUsed
const spent = item => server.events.filter(event => event.kind === 'item.spent' && event.item === item)

async function dig (block) {
  await server.call('command', { text: `setblock ${BLOCK.x} ${BLOCK.y} ${BLOCK.z} ${block}` })
  await until(() => alice.blockAt(BLOCK)?.name === block, `${block} stands there`)
  await alice.dig(alice.blockAt(BLOCK))
  await until(() => alice.blockAt(BLOCK).name === 'air', `${block} is dug`)
  await alice.waitForTicks(2)
}

test('a shovel serves as often as the version says, and breaks with the last block', async () => {
  const { maxDurability } = alice.registry.itemsByName.golden_shovel
  assert.equal(maxDurability, 32)
  await hold('golden_shovel')
  for (let i = 1; i < maxDurability; i++) {
    await dig('dirt')
    await until(() => used(alice, 'golden_shovel') === i, `${i} uses, not ${used(alice, 'golden_shovel')}`)
  }
  assert.equal(spent('golden_shovel').length, 0)
  await dig('dirt')
  await until(() => held(alice, 'golden_shovel') === 0, 'it breaks')
  assert.deepEqual(spent('golden_shovel').map(({ agent, count, why }) => [agent, count, why]), [['Alice', 1, 'worn']])
  assert.equal((await server.call('inventories')).Alice.golden_shovel, undefined)
})

test('what it costs hangs on tool and block', async () => {
  const cost = async (tool, block) => {
    await hold(tool)
    const before = used(alice, tool)
    await dig(block)
    return used(alice, tool) - before
  }
  assert.equal(await cost('golden_sword', 'dirt'), 2)
  assert.equal(await cost('iron_pickaxe', 'stone'), 1)
  assert.equal(await cost('iron_pickaxe', 'dandelion'), 0)
  assert.equal(await cost('shears', 'dandelion'), 1)
})

test('a blow wears the weapon and the armour, which takes its part', async () => {
  for (const [item, place] of [
    ['iron_chestplate', 'torso'], ['diamond_helmet', 'head'], ['golden_boots', 'feet']
  ]) {
    await bob.equip(bob.registry.itemsByName[item].id, place)
  }
  await goNear(alice, bob.entity.position, 2)
  const hurts = () => server.events.filter(event => event.kind === 'hurt' && event.agent === 'Bob')
  const hit = async weapon => {
    await hold(weapon)
    await alice.waitForTicks(30)
    const n = hurts().length
    alice.attack(bob.entity && alice.players.Bob.entity)
    await until(() => hurts().length > n, 'the blow')
    await alice.waitForTicks(3)
    return hurts().at(-1).damage
  }
  // 6 + 3 + 1 points, toughness 2: of 9 damage, 10 - 9 / 2.5 = 6.4 twenty-fifths are taken
  assert.ok(Math.abs(await hit('iron_axe') - 9 * (1 - 6.4 / 25)) < 1e-3)
  assert.equal(used(alice, 'iron_axe'), 2)
  assert.deepEqual(['iron_chestplate', 'diamond_helmet', 'golden_boots'].map(name => used(bob, name)), [2, 2, 2])
  assert.ok(Math.abs(await hit('golden_sword') - 4 * (1 - (10 - 4 / 2.5) / 25)) < 1e-3)
  assert.equal(used(alice, 'golden_sword'), 3)
  assert.deepEqual(['iron_chestplate', 'diamond_helmet', 'golden_boots'].map(name => used(bob, name)), [3, 3, 3])
})

test('a worn thing thrown and picked up is as worn as before', async () => {
  await goNear(bob, alice.entity.position, 1)
  await alice.lookAt(bob.entity.position, true)
  await alice.toss(alice.registry.itemsByName.golden_sword.id, null, 1)
  await until(() => held(bob, 'golden_sword') === 1, 'Bob has it')
  assert.equal(used(bob, 'golden_sword'), 3)
})

test('the ledger folded from the events is what the server counts', async () => {
  await server.call('inventories')
  fold(server.events, granted)
  assert.deepEqual(server.faults, [])
})
