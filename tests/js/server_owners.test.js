'use strict'
/** Animals that belong to somebody, on the real server: seen by their tags, kept in their pen, missed if killed. */

const { test, before, after } = require('node:test')
const assert = require('node:assert/strict')
const { openWorld } = require('./server_world')
const { until } = require('./server_harness')
const { readTag, addOwners } = require('../../bridge/nametag')
const { makeObserver } = require('../../bridge/observation')
const hamlet = require('../../mc_server/arenas/hamlet')
const pit = require('../../mc_server/arenas/pit')

let world, serv, alice
before(async () => {
  world = await openWorld({ arena: 'hamlet' })
  serv = world.serv
  alice = await world.join('Alice')
})
after(() => world.close())

const sheepOf = owner => [...serv.mobs].filter(mob => mob.name === 'sheep' && (mob.owner ?? null) === owner)

test('a client sees whose they are, also of sheep that were shorn', async () => {
  const [mine, other] = sheepOf('Berta')
  const [wild] = sheepOf(null)
  const entity = mob => alice.entities[mob.id]
  const seen = mob => until(() => entity(mob)?.metadata[16] !== undefined && entity(mob), 'it is seen')
  assert.equal(readTag(await seen(mine)), 'Berta')
  assert.equal(readTag(await seen(wild)), null)
  serv.setBare(other, true)
  await until(() => alice.entities[other.id]?.metadata[16] & 16, 'it is bare')
  assert.equal(readTag(alice.entities[other.id]), 'Berta')
  addOwners(alice)
  assert.equal(alice.entities[other.id].owner, 'Berta')
  assert.equal(entity(wild).owner, null)
  const { mobs, owned } = makeObserver(alice)()
  const ofNobody = sheepOf(null).map(mob => entity(mob)?.position).filter(Boolean)
  assert.ok(ofNobody.some(({ x, z }) => Math.hypot(x - mobs.sheep.nearest[0], z - mobs.sheep.nearest[2]) < 0.1))
  assert.ok(mobs.sheep.count > owned[0].count)
  assert.notDeepEqual(mobs.sheep.nearest, owned[0].nearest)
})

test('they stay in their pen for a minute', async () => {
  const flock = sheepOf('Berta')
  assert.equal(flock.length, 5)
  const pens = hamlet(1).canvas.buildings().find(({ structure }) => structure === 'pen').blocks.dark_oak_fence
  const [xs, zs] = [0, 2].map(axis => pens.map(place => place[axis]))
  await world.tick(1200)
  for (const { position: { x, z } } of flock) {
    assert.ok(x > Math.min(...xs) && x < Math.max(...xs) + 1, `${x} of ${Math.min(...xs)} to ${Math.max(...xs)}`)
    assert.ok(z > Math.min(...zs) && z < Math.max(...zs) + 1, `${z} of ${Math.min(...zs)} to ${Math.max(...zs)}`)
  }
})

test('the death of one names its owner', async () => {
  const [mine] = sheepOf('Berta')
  const [wild] = sheepOf(null)
  for (const mob of [mine, wild]) mob.takeDamage({ damage: 20 })
  const deaths = world.events.filter(event => event.kind === 'died')
  assert.deepEqual(deaths.map(({ owner }) => owner ?? null), ['Berta', null])
})

test('the second member of the pit starts in the shaft, and nobody else', () => {
  const { canvas, starts, spawn } = pit(3)
  assert.deepEqual(Object.keys(starts), ['1'])
  const [x, y, z] = starts[1].map(Math.floor)
  assert.equal(spawn[1] - y, 4)
  for (let up = 0; up < 4; up++) {
    assert.equal(canvas.at(x, y + up, z), 'air')
    for (const [dx, dz] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) assert.equal(canvas.at(x + dx, y + up, z + dz), 'stone')
  }
})
