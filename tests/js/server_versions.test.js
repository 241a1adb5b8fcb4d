'use strict'
/** On a server that is not ours the rules of its version are known: for every version that mineflayer supports. */

const test = require('node:test')
const assert = require('node:assert')
const { testedVersions } = require('mineflayer/lib/version')
const makeRegistry = require('prismarine-registry')
const knowledge = require('../../mc_server/knowledge')
const makeLoot = require('../../mc_server/loot')

for (const version of testedVersions) {
  test(`the rules of Minecraft ${version}`, () => {
    const registry = makeRegistry(version)
    const { items, recipes, blocks } = JSON.parse(JSON.stringify(knowledge(registry, makeLoot(registry))))
    const [log, planks] = blocks.oak_log ? ['oak_log', 'oak_planks'] : ['log', 'planks']
    assert.deepStrictEqual(blocks[log].drops, [{ item: log, min: 1, max: 1, chance: 1 }])
    assert.strictEqual(blocks[log].hand_seconds, 3)
    assert.ok(blocks.stone.needs_tool.includes('wooden_pickaxe'))
    const recipe = recipes[planks].find(variant => variant.in[log])
    assert.deepStrictEqual(recipe, { count: 4, in: { [log]: 1 }, table: false })
    for (const [made, variants] of Object.entries(recipes)) {
      for (const name of [made, ...variants.flatMap(variant => Object.keys(variant.in))]) {
        assert.ok(items[name], `${made}: ${name}`)
      }
    }
    for (const { drops } of Object.values(blocks)) for (const { item } of drops) assert.ok(items[item], item)
  })
}
