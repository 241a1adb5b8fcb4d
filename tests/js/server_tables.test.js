'use strict'
/** The tables the server plays by: arenas, loot, recipes, knowledge; no process, no network. */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Item = require('prismarine-item')(registry)
const meadow = require('../../mc_server/arenas/meadow')
const prng = require('../../mc_server/prng')
const loot = require('../../mc_server/loot')(registry)
const knowledge = require('../../mc_server/knowledge')(registry, loot)
const match = require('../../mc_server/recipes')(registry)

const item = (name, count = 1) => name && new Item(registry.itemsByName[name].id, count)
const made = (names, width) => {
  const found = match(names.map(name => item(name)), width)
  return (
    found && {
      name: registry.items[found.result.id].name,
      count: found.result.count,
      back: found.back.map(id => registry.items[id].name)
    }
  )
}

test('every seed yields a meadow that a crew can live on', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { canvas, spawn: [sx, , sz] } = meadow(seed)
    const far = ({ x, z }) => Math.hypot(x + 0.5 - sx, z + 0.5 - sz)
    const blocks = [...canvas.painted()]
    const foot = name => blocks.filter(b => b.name === name && b.y === 5)
    const near = list => list.filter(thing => far(thing) <= 32).length
    const of = kind => canvas.mobs.filter(mob => mob.kind === kind)
    const say = `seed ${seed}`
    assert.ok(foot('oak_log').length >= 14 && near(foot('oak_log')) >= 10, say)
    assert.ok(foot('birch_log').length >= 2, say)
    assert.ok(foot('sugar_cane').length >= 10 && foot('sugar_cane').every(c => far(c) <= 40), say)
    assert.equal(blocks.filter(b => b.name === 'sugar_cane').length, 3 * foot('sugar_cane').length, say)
    assert.ok(of('cow').length >= 12 && near(of('cow')) >= 8, say)
    assert.ok(of('sheep').length >= 10 && near(of('sheep')) >= 6, say)
    assert.ok(blocks.filter(b => b.y >= 5).every(b => far(b) > 3), `${say}: the spawn is clear`)
    assert.ok(
      canvas.mobs.every(
        m =>
          canvas.at(Math.floor(m.x), 4, Math.floor(m.z)) === 'grass_block' &&
          canvas.isFree(Math.floor(m.x), 5, Math.floor(m.z))
      ),
      say
    )
    assert.ok(
      foot('sugar_cane').every(({ x, z }) =>
        [
          [1, 0], [-1, 0], [0, 1], [0, -1]
        ].some(([dx, dz]) => canvas.at(x + dx, 4, z + dz) === 'water')
      ),
      `${say}: cane stands at water`
    )
    assert.ok(blocks.every(b => !/wheat|grass$|fern/.test(b.name)), say)
  }
})

test('one seed gives one meadow, another another', () => {
  assert.deepEqual(meadow(5), meadow(5))
  assert.notDeepEqual(meadow(5).canvas.mobs, meadow(6).canvas.mobs)
})

test('a stream is not shifted by another', () => {
  const a = prng(1, 'loot')
  const first = [a(), a()]
  const b = prng(1, 'loot')
  prng(1, 'mob')()
  assert.deepEqual([b(), b()], first)
  assert.notEqual(prng(2, 'loot')(), first[0])
})

test('loot is what Minecraft gives', () => {
  const range = name => loot.ofBlock(name).map(({ item, min, max, chance }) => [item, min, max, chance])
  assert.deepEqual(range('bookshelf'), [['book', 3, 3, 1]])
  assert.deepEqual(range('stone'), [['cobblestone', 1, 1, 1]])
  assert.deepEqual(range('grass_block'), [['dirt', 1, 1, 1]])
  assert.deepEqual(range('oak_leaves').map(([name]) => name), ['oak_sapling', 'stick', 'apple'])
  assert.deepEqual(range('grass'), [['wheat_seeds', 1, 1, 0.125]])
  assert.deepEqual(loot.ofMob('cow'), [
    { item: 'leather', min: 0, max: 2, chance: 1 },
    { item: 'beef', min: 1, max: 3, chance: 1 }
  ])
  const rolls = Array.from(
    { length: 300 },
    (_, i) => loot.roll(loot.ofMob('cow'), prng(i)).find(d => d.item === 'leather')?.count ?? 0
  )
  assert.deepEqual([...new Set(rolls)].sort(), [0, 1, 2])
})

test('a grid makes what the recipe says, anywhere, mirrored, and no more', () => {
  const O = null
  assert.deepEqual(made([O, O, O, 'oak_log'], 2), { name: 'oak_planks', count: 4, back: [] })
  assert.deepEqual(made(['sugar_cane', 'sugar_cane', 'sugar_cane', O, O, O, O, O, O], 3), {
    name: 'paper',
    count: 3,
    back: []
  })
  assert.equal(made(['oak_planks', 'oak_planks', O, 'oak_planks', 'stick', O, O, 'stick', O], 3).name, 'wooden_axe')
  assert.equal(made([O, 'oak_planks', 'oak_planks', O, 'stick', 'oak_planks', O, 'stick', O], 3).name, 'wooden_axe')
  assert.equal(made(['paper', 'leather', 'paper', 'paper'], 2).name, 'book')
  assert.equal(made(['paper', 'leather', 'paper', O], 2), null)
  assert.equal(made([O, O, O, O], 2), null)
  const M = 'milk_bucket'
  assert.deepEqual(made([M, M, M, 'sugar', 'egg', 'sugar', 'wheat', 'wheat', 'wheat'], 3), {
    name: 'cake',
    count: 1,
    back: ['bucket', 'bucket', 'bucket']
  })
})

test('knowledge says what the server does', () => {
  const { recipes, smelting, fuels, blocks, mobs, attack, items } = knowledge
  assert.deepEqual(recipes.bookshelf[0], { count: 1, in: { oak_planks: 6, book: 3 }, table: true })
  assert.deepEqual(recipes.book, [{ count: 1, in: { paper: 3, leather: 1 }, table: false }])
  assert.equal(recipes.white_bed.length, 8)
  assert.equal(recipes.oak_planks[0].table, false)
  for (const [name, variants] of Object.entries(recipes)) {
    assert.equal(new Set(variants.map(v => JSON.stringify(v))).size, variants.length, name)
  }
  assert.deepEqual([blocks.oak_log.hand_seconds, blocks.oak_log.needs_tool], [3, []])
  assert.equal(blocks.stone.hand_seconds, 7.5)
  assert.ok(blocks.stone.needs_tool.includes('wooden_pickaxe'))
  assert.deepEqual(blocks.cobweb.drops.map(({ item }) => item), ['string'])
  assert.ok(blocks.cobweb.needs_tool.includes('wooden_sword'))
  assert.ok(!blocks.cobweb.needs_tool.includes('shears'), 'with shears, it drops itself')
  assert.equal(blocks.sugar_cane.hand_seconds, 0)
  assert.equal(blocks.bedrock, undefined)
  assert.equal(mobs.sheep.health, 8)
  assert.equal(attack.hand, 1)
  assert.deepEqual(
    smelting.find(({ item }) => item === 'iron_ingot'),
    { item: 'iron_ingot', from: 'iron_ore', ticks: 200 }
  )
  assert.equal(fuels.charcoal, 1600)
  assert.equal(items.bread.food, 5)
  assert.equal(items.oak_log.food, undefined)
})
