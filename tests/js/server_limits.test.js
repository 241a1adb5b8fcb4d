'use strict'
/** What limits.json says this world cannot do: each is tried by its packets, changes nothing, and is said. */

const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { once } = require('node:events')
const { Vec3 } = require('vec3')
const { LIMITS, limitOf } = require('../../mc_server/limits')
const snapshot = require('../../mc_server/snapshot')
const { openWorld } = require('./server_raw')

const AT = [10, 5, 8]
const HOTBAR = 36
let world, alice, heard

before(async () => {
  world = await openWorld()
  alice = await world.connect('Alice')
  await world.put(alice, 8.5, 5, 8.5)
  heard = []
  alice.client.on('chat', ({ message, position }) => { if (position === 2) heard.push(JSON.parse(message).text) })
})
after(() => world.close())

const named = (pattern, names) => {
  const form = new RegExp(`^${pattern.replace('*', '.*')}$`)
  return names.filter(name => form.test(name))
}
const kinds = () => {
  const { itemsByName, blocksByName, entitiesByName } = world.serv.registry
  return { items: Object.keys(itemsByName), blocks: Object.keys(blocksByName), mobs: Object.keys(entitiesByName) }
}

/** All that a use could change: blocks, mobs and what is held. */
function state () {
  const { entities, blocks, containers } = snapshot(world.serv)
  const counts = Object.values(entities).map(({ name }) => name).sort()
  const held = alice.player.member.inventory.slots.map(item => item && [item.name, item.count])
  return { counts, blocks, containers, held }
}

/** Uses an item in the air, on the ground or a block, and on a mob; what changed. */
async function use ({ item, block = 'stone', mob = null }) {
  const { serv } = world
  alice.player.member.inventory.slots[HOTBAR] = item && Object.assign(serv.newItem(item, 1), { slot: HOTBAR })
  world.set(...AT, block)
  world.set(AT[0], AT[1] + 1, AT[2], 'air')
  const cow = mob && serv.spawnMob(serv.registry.entitiesByName[mob].id, serv.overworld, new Vec3(9.5, 5, 9.5))
  const before = state()
  const arrived = once(alice.player._client, 'use_item') // the last of the packets
  if (cow) alice.say('use_entity', { target: cow.id, mouse: 0, sneaking: false, hand: 0 })
  else alice.use(...AT)
  alice.say('use_item', { hand: 0 })
  await arrived
  const after = state()
  if (cow) cow.destroy()
  return { before, after }
}

test('every name of the list is one of the game', () => {
  const { items, blocks, mobs } = kinds()
  for (const limit of LIMITS) {
    for (const one of limit.items ?? []) assert.ok(named(one, items).length, `no item is called ${one}`)
    for (const one of limit.targets ?? []) assert.ok(named(one, [...blocks, ...mobs]).length, `what is ${one}?`)
    assert.ok(limit.items || limit.targets)
    assert.ok(limit.calls.length)
  }
})

test('each limit holds: what is tried changes nothing, and the player is told why', async () => {
  const { items, blocks, mobs } = kinds()
  for (const { says, items: own = [], targets = [] } of LIMITS) {
    heard.length = 0
    const tools = own.length ? own.map(one => named(one, items)[0]) : [null]
    const places = targets.flatMap(one => [
      ...named(one, blocks).slice(0, 1).map(block => ({ block })), ...named(one, mobs).slice(0, 1).map(mob => ({ mob }))
    ])
    for (const item of tools) {
      for (const place of places.length ? places : [{}]) {
        const { before, after } = await use({ item, ...place })
        const tried = `${item} on ${place.block ?? place.mob ?? 'stone'}`
        assert.deepEqual(after, before, `${tried} does something`)
        const [expected] = [limitOf({ item, target: place.block ?? place.mob ?? 'stone' }).says]
        assert.ok(expected === says || limitOf({ item, target: null })?.says === expected, tried)
      }
    }
    await world.ticks(2)
    assert.ok(heard.includes(`in this world ${says}`), `not said: ${says}`)
  }
  assert.deepEqual(world.refused(), [])
})

test('what works is not spoken of, and the same is not said with every click', async () => {
  await world.ticks(25)
  heard.length = 0
  const works = [['iron_axe', 'chest'], ['bone_meal', 'grass_block'], ['oak_planks', 'stone'], [null, 'oak_door']]
  for (const [item, block] of works) {
    await use({ item, block })
  }
  await world.ticks(2)
  assert.deepEqual(heard, [])
  for (let i = 0; i < 5; i++) await use({ item: 'bucket' })
  await world.ticks(2)
  assert.equal(heard.length, 1)
})
