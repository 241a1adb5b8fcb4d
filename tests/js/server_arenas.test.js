'use strict'
/** What an arena's card promises can be reached on foot; one seed makes one arena; buildings know whose they are. */

const { startServer, until, held, goNear } = require('./server_inside')
const { test, after } = require('node:test')
const assert = require('node:assert/strict')
const { createHash } = require('node:crypto')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const loot = require('../../mc_server/loot')(registry)
const mining = require('../../mc_server/mining')(registry)
const { names } = require('../../mc_server/arena')
const reach = require('./server_reach')

const SEEDS = Number(process.env.SEEDS ?? 5) // `make soak` tries 50
const DUG = 10 // every so many seeds, tunnels are searched too
const MEADOW = 'f5160c3d9e89a94a2f6b53af715fe4c8ca5985841d2281b4afc5eea2d18c7800' // of seeds 0 to 49
const load = name => require(`../../mc_server/arenas/${name}`)
const servers = []
after(() => Promise.all(servers.map(server => server.close())))

for (const name of names) {
  test(`${name}: what the card promises can be reached from the spawn`, () => {
    const make = load(name)
    const { holds, walk, digging = 0, dig = {} } = make.card
    assert.match(holds, /\.$/)
    for (let seed = 0; seed < SEEDS; seed++) {
      const arena = make(seed)
      const reached = reach(arena)
      for (const [what, count] of Object.entries(walk)) {
        assert.ok(reached.count(what) >= count, `seed ${seed}: ${reached.count(what)} ${what}, promised ${count}`)
      }
      for (const [what, count] of Object.entries(seed % DUG ? {} : dig)) {
        assert.ok(
          reached.dug(what, digging) >= count,
          `seed ${seed}: ${reached.dug(what, digging)} ${what}, promised ${count}`
        )
      }
      const [sx, sy, sz] = arena.spawn
      assert.ok(
        [...arena.canvas.painted()].every(b => b.y < sy || Math.hypot(b.x + 0.5 - sx, b.z + 0.5 - sz) > 3),
        `seed ${seed}: the spawn is clear`
      )
      for (const { name } of arena.canvas.painted()) assert.ok(registry.blocksByName[name], name)
    }
  })

  test(`${name}: one seed makes one arena`, () => {
    const make = load(name)
    assert.deepEqual(make(7), make(7))
    if (name !== 'flat') assert.notDeepEqual(make(7).canvas, make(8).canvas)
  })
}

test('the search does not walk up a wall of two, or through one', () => {
  const arena = load('flat')(1)
  const at = (x, z) => `${x},5,${z}`
  for (let x = 20; x <= 24; x++) {
    for (let z = 20; z <= 24; z++) {
      for (const y of [5, 6]) {
        if ([20, 24].includes(x) || [20, 24].includes(z)) arena.canvas.put(x, y, z, 'stone_bricks')
      }
    }
  }
  arena.canvas.put(22, 5, 22, 'bookshelf')
  assert.equal(reach(arena).cells.has(at(21, 21)), false)
  arena.canvas.put(20, 6, 22, 'air')
  assert.equal(reach(arena).cells.has(at(21, 21)), true)
})

test('the meadow is what it was', () => {
  const sum = createHash('sha256')
  for (let seed = 0; seed < 50; seed++) {
    const { canvas, spawn, bounds } = load('meadow')(seed)
    const { heights, ...surface } = canvas.surface()
    sum.update(
      JSON.stringify([
        [...canvas.painted()].map(({ x, y, z, name }) => ({ x, y, z, name })),
        canvas.mobs,
        spawn,
        bounds,
        canvas.resources(),
        surface
      ])
    )
  }
  assert.equal(sum.digest('hex'), MEADOW)
})

test('every block of a village building has structure and owner, crops an owner alone, and no building is wild', () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const { canvas } = load('village')(seed)
    for (const { x, y, z, name } of canvas.painted()) {
      const { owner, structure } = canvas.belonging(x, y, z)
      if (/planks|bricks|glass|bookshelf|chest|bed$|lectern|fence|andesite/.test(name)) {
        assert.ok(owner && structure, name)
      }
      if (/wheat|farmland/.test(name)) assert.deepEqual([owner, structure], ['the village', null])
      if (/_log$|leaves/.test(name)) assert.deepEqual([owner, structure], [null, null])
      if (name === 'wheat') assert.deepEqual(canvas.states.get(`${x},${y},${z}`), { age: 7 })
    }
  }
})

test('wheat yields wheat when it is ripe, and else a seed', () => {
  assert.deepEqual(loot.ofBlock('wheat').map(d => d.item), ['wheat', 'wheat_seeds'])
  assert.deepEqual(loot.ofBlock('wheat', { age: 7 })[0], { item: 'wheat', min: 1, max: 1, chance: 1 })
  assert.deepEqual(loot.ofBlock('wheat', { age: 6 }), [{ item: 'wheat_seeds', min: 1, max: 1, chance: 1 }])
  assert.ok(mining.harvests(registry.blocksByName.coal_ore, registry.itemsByName.wooden_pickaxe))
})

test('in a village, the witness tells whose block was broken, and wheat is reaped', async () => {
  const server = await startServer({ arena: 'village', seed: 1 })
  servers.push(server)
  const alice = await server.join('Alice')
  const find = name => alice.findBlock({ matching: registry.blocksByName[name].id, maxDistance: 60 })
  const villager = await until(() => alice.nearestEntity(e => e.name === 'villager'), 'a villager is seen')
  const birth = villager.position.clone()
  for (const name of ['wheat', 'bookshelf']) {
    const { position } = find(name)
    await goNear(alice, position, name === 'wheat' ? 1 : 2)
    await alice.dig(alice.blockAt(position))
    await goNear(alice, position, 1)
  }
  const takeDrops = async () => { // they fall where they like
    const drop = alice.nearestEntity(e => e.name === 'item')
    if (drop) await goNear(alice, drop.position, 0).catch(() => {}) // somebody was there first: itself, on the way
    return held(alice, 'wheat') === 1 && held(alice, 'book') === 3
  }
  const broken = name =>
    until(() => server.events.find(e => e.kind === 'block.broken' && e.block === name), `${name} is told`)
  const [wheat, shelf] = [await broken('wheat'), await broken('bookshelf')]
  assert.deepEqual([wheat.owner, wheat.structure], ['the village', null])
  assert.deepEqual([shelf.owner, shelf.structure], ['the village', 'library'])
  await until(takeDrops, 'wheat and books are picked up')
  await until(() => villager.position.distanceTo(birth) > 0.5, 'the villager wanders', 20000)
  assert.equal(alice.blockAt(new Vec3(...shelf.position)).name, 'air')
  assert.deepEqual(server.faults, [])
})
