'use strict'
/** Doors, beds and tall flowers on the real server: two blocks, one thing. */

const { startServer, until, held, goNear, fold } = require('./server_inside')
const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')

let server, alice
const granted = { Alice: {} }
const at = (x, y, z) => alice.blockAt(new Vec3(x, y, z))
const TOP = 5

before(async () => {
  server = await startServer({ arena: 'flat' })
  alice = await server.join('Alice')
  for (const item of ['oak_door', 'red_bed', 'sunflower', 'stone']) {
    await server.call('grant', { player: 'Alice', item, count: 2 })
    granted.Alice[item] = 2
  }
  await until(() => held(alice) === 8, 'the grants')
})
after(() => server.close())

async function place (item, x, z) {
  await alice.equip(alice.registry.itemsByName[item].id, 'hand')
  await alice.placeBlock(at(x, TOP - 1, z), new Vec3(0, 1, 0))
}
const broken = () => server.events.filter(({ kind }) => kind === 'block.broken').length
const fallen = item =>
  server.events.filter(event => event.kind === 'item.dropped' && event.origin === 'block' && event.item === item).length

/** The middle of the test's ground, two blocks off Alice. */
const spot = () => {
  const { x, z } = alice.entity.position.floored()
  return [x + 2, z]
}

for (const [item, half, values] of [
  ['oak_door', 'half', ['lower', 'upper']],
  ['red_bed', 'part', ['foot', 'head']],
  ['sunflower', 'half', ['lower', 'upper']]
]) {
  test(`${item}: both halves come, and go with either, and one thing falls`, async () => {
    for (const which of [0, 1]) {
      const [x, z] = spot()
      await place(item, x, z)
      const first = at(x, TOP, z)
      const second = () => item === 'red_bed' ? at(x + 1, TOP, z) : at(x, TOP + 1, z)
      await until(() => second().name === item, 'the second half')
      assert.deepEqual([first, second()].map(block => block.getProperties()[half]), values)
      assert.equal(held(alice, item), 1)
      const before = [broken(), fallen(item)]
      await alice.dig([first, second()][which])
      await until(() => at(x, TOP, z).name === 'air' && second().name === 'air', 'both halves are gone')
      await until(
        () => held(alice, item) === 2 || goNear(alice, new Vec3(x, TOP, z), 0).then(() => false),
        'it is picked up'
      )
      assert.deepEqual([broken() - before[0], fallen(item) - before[1]], [2, 1])
    }
  })
}

test('without room for the second half nothing is placed', async () => {
  const [x, z] = spot()
  await place('stone', x + 1, z)
  await assert.rejects(place('red_bed', x, z))
  assert.equal(at(x, TOP, z).name, 'air')
  assert.equal((await server.call('inventories')).Alice.red_bed, 2)
})

test('a door swings, both halves of it', async () => {
  const { x, z } = alice.entity.position.floored()
  await place('oak_door', x, z + 2)
  await alice.activateBlock(at(x, TOP, z + 2))
  await until(() => [0, 1].every(dy => at(x, TOP + dy, z + 2).getProperties().open), 'it is open')
  await alice.activateBlock(at(x, TOP + 1, z + 2))
  await until(() => [0, 1].every(dy => !at(x, TOP + dy, z + 2).getProperties().open), 'it is shut')
})

test('every one of them is accounted for', async () => {
  await server.call('inventories')
  fold(server.events, granted)
  assert.deepEqual(server.faults, [])
})
