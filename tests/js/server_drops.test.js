'use strict'
/**
 * What blocks and mobs drop, as the server plays it, against minecraft-data and against chances known from the game.
 *
 * minecraft-data's side is read from its files; whatever differs is named in mc_server/deviations.json.
 */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const prng = require('../../mc_server/prng')
const { Block, blocks, compare, data, digger, loot, mining, registry, toolItem } = require('./server_rig')

/** The states of a block that may yield different things: every value of these, and the default of all others. */
const TELLING = ['age', 'half', 'part', 'layers', 'type', 'pickles', 'level']
function states ({ name, states, defaultState }) {
  const usual = Block.fromStateId(defaultState, 0).getProperties()
  let all = [usual]
  for (const state of states) {
    if (!TELLING.includes(state.name)) continue
    const values = state.values ?? Array.from({ length: state.num_values }, (_, i) => i)
    const first = ['layers', 'pickles'].includes(state.name) ? 1 : 0
    all = all.flatMap(properties =>
      values.map((value, i) => ({ ...properties, [state.name]: state.values ? value : i + first }))
    )
  }
  return all.map(properties => ({ properties, stateId: Block.fromStateId(stateWith(name, properties), 0).stateId }))
}

function stateWith (name, properties) {
  const { minStateId, maxStateId } = registry.blocksByName[name]
  for (let id = minStateId; id <= maxStateId; id++) {
    const has = Block.fromStateId(id, 0).getProperties()
    if (Object.entries(properties).every(([key, value]) => String(has[key]) === String(value))) return id
  }
  throw new Error(`${name} has no state ${JSON.stringify(properties)}`)
}

/** What the data says falls, as text: without silk touch, of this age, and nothing where the tool does not harvest. */
function dataDrops ({ name, harvestTools }, tool, { age }) {
  if (harvestTools && !(tool && harvestTools[registry.itemsByName[tool].id])) return 'nothing'
  const rows = (data.blockLoot.find(({ block }) => block === name)?.drops ?? []).filter(
    drop => !drop.silkTouch && (drop.blockAge === undefined || drop.blockAge === Number(age))
  )
  return say(
    rows.map(({ item, dropChance, stackSizeRange: [min, max] }) => ({ item, min, max, chance: dropChance ?? 1 }))
  )
}

const rounded = odds => Math.round(odds * 1e4) / 1e4
const say = rows => rows.map(({ item, min, max, chance, odds, instead }) => {
  const amount = min === max ? min : `${min}-${max}`
  const each = odds ? ` (each ${rounded(odds)})` : ''
  return `${instead ? 'else ' : ''}${amount} ${item}${each}${chance === 1 || instead ? '' : ` (${rounded(chance)})`}`
}).join(', ') || 'nothing'

const EXAMPLES = [
  null, 'wooden_pickaxe', 'stone_pickaxe', 'iron_pickaxe', 'diamond_pickaxe', 'wooden_axe', 'wooden_shovel',
  'wooden_hoe', 'wooden_sword', 'shears'
]

/** One text of what a block yields by tool and state; by: function (tool, properties) -> text. */
function yields (block, by) {
  const out = new Map() // text -> where
  for (const { properties } of states(block)) {
    const when = TELLING.filter(key => key in properties && block.states.some(({ name }) => name === key))
      .map(key => `${key} ${properties[key]}`)
      .join(' ')
    for (const tool of EXAMPLES) {
      const text = by(tool, properties)
      out.set(text, [...(out.get(text) ?? []), [when, tool ?? 'hand'].filter(Boolean).join(' ')])
    }
  }
  return out
}

const table = (block, tool, properties) =>
  mining.harvests(registry.blocksByName[block.name], toolItem(tool))
    ? say(loot.ofBlock(block.name, properties, tool))
    : 'nothing'

test('every block drops what the data says, for every kind of tool and every state that matters', () => {
  const found = {}
  for (const block of blocks) {
    if (!block.diggable) continue
    const ours = yields(block, (tool, properties) => table(block, tool, properties))
    const theirs = yields(block, (tool, properties) => dataDrops(block, tool, properties))
    if (JSON.stringify([...ours]) === JSON.stringify([...theirs])) continue
    found[block.name] = [...ours.keys()].sort().join(' | ')
  }
  compare('drops', found)
})

test('what really falls when a block is broken is what its table says, in kind, number and frequency', () => {
  const { drops } = digger()
  const TIMES = 60
  for (const block of blocks) {
    if (!block.diggable) continue
    for (const { properties, stateId } of states(block)) {
      for (const tool of [null, 'diamond_pickaxe', 'wooden_axe', 'shears', 'wooden_sword', 'wooden_shovel']) {
        const text = table(block, tool, properties)
        const rows = text === 'nothing' ? [] : loot.ofBlock(block.name, properties, tool)
        const once = rows.every(({ min, max, chance }) => min === max && chance === 1)
        const random = prng(block.name, tool, stateId)
        for (let i = 0; i < (once ? 1 : TIMES); i++) {
          const fell = drops(stateId, toolItem(tool), random)
          if (once) {
            assert.deepEqual(
              fell,
              rows.map(({ item, min }) => ({ item, count: min })),
              `${block.name} with ${tool}`
            )
          }
          for (const { item, count } of fell) {
            assert.ok(
              rows.some(row => row.item === item && count >= Math.max(1, row.min) && count <= row.max),
              `${block.name} with ${tool}: ${count} ${item}`
            )
          }
        }
      }
    }
  }
})

const OFTEN = 20000
const within = (share, expected) => Math.abs(share - expected) < 5 * Math.sqrt(expected * (1 - expected) / OFTEN)
const draws = (name, tool = null, properties = {}) => {
  const { drops } = digger()
  const random = prng('often', name, tool)
  const stateId = stateWith(name, properties)
  return Array.from({ length: OFTEN }, () => drops(stateId, toolItem(tool), random))
}
const share = (fell, item, count) =>
  fell.filter(drops => drops.some(drop => drop.item === item && (count === undefined || drop.count === count))).length /
  OFTEN

test('chances are as in the game', () => {
  const gravel = draws('gravel')
  assert.ok(within(share(gravel, 'flint'), 0.1))
  assert.ok(gravel.every(drops => drops.length === 1), 'flint instead of gravel, never both or none')
  assert.ok(within(share(draws('grass'), 'wheat_seeds'), 0.125))
  const leaves = draws('oak_leaves')
  assert.ok(
    within(share(leaves, 'oak_sapling'), 0.05) &&
      within(share(leaves, 'stick'), 0.02) &&
      within(share(leaves, 'apple'), 0.005)
  )
  const melon = draws('melon')
  for (let n = 3; n <= 7; n++) assert.ok(within(share(melon, 'melon_slice', n), 0.2), `${n} slices`)
  const lapis = draws('lapis_ore', 'stone_pickaxe')
  for (let n = 4; n <= 9; n++) assert.ok(within(share(lapis, 'lapis_lazuli', n), 1 / 6), `${n} lapis`)
  const ripe = draws('wheat', null, { age: 7 })
  assert.equal(share(ripe, 'wheat', 1), 1)
  ;[0.0787, 0.3149, 0.4198, 0.1866].forEach((p, extra) =>
    assert.ok(within(share(ripe, 'wheat_seeds', 1 + extra), p), `${1 + extra} seeds`)
  )
  assert.ok(within(share(draws('brown_mushroom_block'), 'brown_mushroom', 2), 1 / 9))
})

// ---- mobs

test('every mob leaves what the data says', () => {
  const found = {}
  for (const { entity, drops } of data.entityLoot) {
    const theirs = say(
      drops.map(({ item, dropChance, stackSizeRange: [min, max] }) => ({ item, min, max, chance: dropChance }))
    )
    const ours = loot.mobs.includes(entity) ? say(loot.ofMob(entity)) : 'does not live here'
    if (ours !== theirs) found[entity] = ours
  }
  compare('mobs', found)
})
