'use strict'
/**
 * Every recipe, drop and mining time of the version, as the server plays it, against minecraft-data.
 *
 * The server's side goes through its own code: recipes are laid into grids, blocks are dug by packets and broken, and
 * what fell is looked at. minecraft-data's side is read from its files and counted by formulas that stand here.
 * Whatever differs is named in mc_server/deviations.json with its reason and with what the server does; the list is
 * compared both ways, so that it neither grows nor outlives what it tells of.
 */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const registry = require('prismarine-registry')('1.16.5')
const Item = require('prismarine-item')(registry)
const Block = require('prismarine-block')(registry)
const prng = require('../../mc_server/prng')
const data = ['blocks', 'items', 'recipes', 'blockLoot', 'entityLoot', 'materials'].reduce((all, name) =>
  ({ ...all, [name]: structuredClone(require(`minecraft-data/minecraft-data/data/pc/1.16.2/${name}.json`)) }), {})
const DEVIATIONS = require('../../mc_server/deviations.json')

const loot = require('../../mc_server/loot')(registry)
const mining = require('../../mc_server/mining')(registry)
const match = require('../../mc_server/recipes')(registry)

const nameOf = id => registry.items[id].name
const listed = part => Object.assign({}, ...Object.values(DEVIATIONS[part]))

/** found: { name: what the server does } of all that deviates. */
function compare (part, found) {
  const known = listed(part)
  const grown = Object.entries(found).filter(([name, text]) => known[name] !== text)
  const gone = Object.keys(known).filter(name => !(name in found))
  assert.deepEqual({ grown: Object.fromEntries(grown), gone }, { grown: {}, gone: [] })
}

test('each deviation stands once, with a reason', () => {
  for (const part of ['recipes', 'drops', 'mobs', 'mining']) {
    const groups = Object.entries(DEVIATIONS[part])
    const names = groups.flatMap(([, entries]) => Object.keys(entries))
    assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), [], part)
    for (const [reason] of groups) assert.ok(reason.length > 20, reason)
  }
})

// ---- recipes

/** Every grid that ought to make the recipe: [cells, width]. */
function * grids ({ inShape, ingredients }) {
  const square = [2, 3]
  for (const width of square) {
    if (ingredients) {
      if (ingredients.length > width * width) continue
      const turned = ingredients.toReversed()
      for (const order of [ingredients, turned]) {
        yield [Array.from({ length: width * width }, (_, i) => order[i] ?? null), width]
      }
      if (ingredients.length < width * width) {
        yield [Array.from({ length: width * width }, (_, i) => ingredients[i - 1] ?? null), width]
      }
      continue
    }
    const across = Math.max(...inShape.map(row => row.length))
    for (let top = 0; top + inShape.length <= width; top++) {
      for (let left = 0; left + across <= width; left++) {
        for (const mirrored of [false, true]) {
          const cells = new Array(width * width).fill(null)
          inShape.forEach((row, y) =>
            row.forEach((id, x) => {
              cells[(top + y) * width + left + (mirrored ? across - 1 - x : x)] = id
            })
          )
          yield [cells, width]
        }
      }
    }
  }
}

const crafted = (cells, width) => {
  const made = match(cells.map(id => id === null ? null : new Item(id, 1)), width)
  return made && { text: `${made.result.count} ${nameOf(made.result.id)}`, back: made.back.map(nameOf).sort() }
}

test('every recipe is made from every grid it fits into, and gives back what the data says', () => {
  const found = {}
  let laid = 0
  for (const [id, recipes] of Object.entries(data.recipes)) {
    const name = nameOf(id)
    for (const recipe of recipes) {
      const expected = {
        text: `${recipe.result.count} ${name}`,
        back: (recipe.outShape ?? [])
          .flat()
          .filter(i => i !== null)
          .map(nameOf)
          .sort()
      }
      let fits = 0
      for (const [cells, width] of grids(recipe)) {
        fits++
        const made = crafted(cells, width)
        if (JSON.stringify(made) !== JSON.stringify(expected)) {
          found[name] = made ? `${made.text}, and back ${made.back.join(', ') || 'nothing'}` : 'nothing'
        }
      }
      assert.ok(fits > 0, name)
      laid += fits
    }
  }
  assert.ok(laid > 5000, `${laid} grids`)
  compare('recipes', found)
})

test('a grid with one thing missing, or another in its place, makes nothing that the data does not know', () => {
  const known = new Set()
  const key = (cells, width) => {
    const rows = Array.from({ length: width }, (_, y) => cells.slice(y * width, y * width + width))
    const ys = rows.map((row, y) => row.some(cell => cell !== null) ? y : -1).filter(y => y >= 0)
    const xs = Array.from({ length: width }, (_, x) => rows.some(row => row[x] !== null) ? x : -1).filter(x => x >= 0)
    const cut = rows.slice(ys[0], ys.at(-1) + 1).map(row => row.slice(xs[0], xs.at(-1) + 1))
    return JSON.stringify(cut)
  }
  const bag = cells => cells.filter(id => id !== null).sort((a, b) => a - b).join()
  const everything = Object.values(data.recipes).flat()
  for (const recipe of everything) {
    if (recipe.ingredients) known.add(bag(recipe.ingredients))
    else for (const [cells, width] of grids(recipe)) known.add(key(cells, width))
  }
  const odd = registry.itemsByName.debug_stick.id // in no recipe
  for (const recipe of everything) {
    const [cells, width] = grids(recipe).next().value
    cells.forEach((id, i) => {
      if (id === null) return
      assert.equal(crafted(cells.with(i, odd), width), null)
      const less = cells.with(i, null)
      if (less.every(cell => cell === null) || known.has(key(less, width)) || known.has(bag(less))) return
      assert.equal(crafted(less, width), null, `${nameOf(recipe.result.id)} without ${nameOf(id)}`)
    })
  }
})

test('what no recipe of the data makes cannot be made', () => {
  const makes = new Set(Object.keys(data.recipes).map(nameOf))
  const fromOne = registry.itemsArray
    .map(({ id }) => crafted([id, null, null, null], 2)?.text.split(' ')[1])
    .filter(Boolean)
  for (const name of fromOne) assert.ok(makes.has(name), name)
})

// ---- the real digging plugin, on one block

const AT = new Vec3(1, 5, 0)
const [START, FINISH] = [0, 2]

function digger () {
  const due = []
  let state = 0
  let fallen = []
  const serv = Object.assign(new EventEmitter(), {
    tickCount: 0,
    heldItem: player => player.held,
    heldSlot: () => 36,
    after: (ticks, run) => due.push({ at: serv.tickCount + Math.max(1, Math.ceil(ticks)), run }),
    witness () {},
    standingHalf: () => null,
    wearByDigging () {},
    refuse () {},
    lag: () => 0,
    exhaust () {},
    emit () {},
    chance: (...key) => serv.random ?? prng(1, ...key),
    scatter: drops => fallen.push(...drops),
    lying: new Set(),
    loot,
    mining,
    guard: { denies: () => false, warns () {}, breaking: block => block },
    blocks: {
      has: () => true,
      at: position => Object.assign(Block.fromStateId(position.equals(AT) ? state : 0, 0), { position }),
      name: () => 'air',
      set: () => { state = 0 },
      belonging: () => ({ owner: null, structure: null }),
      isWater: () => player.wet
    }
  })
  require('../../mc_server/plugins/digging').server(serv)
  const client = Object.assign(new EventEmitter(), { write () {} })
  const player = {
    username: 'Alice',
    alive: true,
    onGround: true,
    wet: false,
    position: new Vec3(0, 5, 0),
    _client: client,
    held: null,
    gameMode: 0
  }
  player.member = { player, inventory: { slots: [], updateSlot () {} } }
  EventEmitter.prototype.emit.call(serv, 'newPlayer', player)

  /** Ticks from the first packet until the block is gone, with the end claimed at once; Infinity: never. */
  function ticks (stateId, tool, { wet = false, onGround = true } = {}) {
    state = stateId
    due.length = 0
    Object.assign(player, { held: tool, wet, onGround, dig: null, broke: null })
    const since = serv.tickCount
    client.emit('block_dig', { status: START, location: AT })
    client.emit('block_dig', { status: FINISH, location: AT })
    for (const { at, run } of due) { // one claim too early leads to one end
      serv.tickCount = at
      run()
    }
    return state === 0 ? serv.tickCount - since : Infinity
  }

  /** What fell when a block was broken with a tool, drawn from `random`. */
  function drops (stateId, tool, random) {
    state = stateId
    fallen = []
    serv.random = random
    player.held = tool
    serv.breakBlock(serv.blocks.at(AT), player)
    return fallen
  }
  return { ticks, drops }
}

const KINDS = ['pickaxe', 'axe', 'shovel', 'hoe', 'sword']
const MATERIALS = ['wooden', 'stone', 'iron', 'diamond', 'golden', 'netherite']
const TOOLS = [null, ...MATERIALS.flatMap(material => KINDS.map(kind => `${material}_${kind}`)), 'shears']
const toolItem = name => name && new Item(registry.itemsByName[name].id, 1)
const blocks = data.blocks.filter(({ name }) => !/^(void_|cave_)?air$/.test(name))

// ---- mining times

/**
 * Minecraft's formula: https://minecraft.wiki/w/Breaking#Calculation, over minecraft-data's hardness, speeds and tools.
 */
function dataTicks ({ hardness, material, harvestTools, diggable }, tool, { wet, onGround }) {
  if (!diggable) return Infinity
  const id = tool && registry.itemsByName[tool].id
  const right = !harvestTools || Boolean(tool && harvestTools[id])
  let speed = (tool && data.materials[material]?.[id]) || 1
  if (wet) speed /= 5
  if (!onGround) speed /= 5
  const damage = speed / hardness / (right ? 30 : 100)
  return damage >= 1 ? 0 : Math.ceil(1 / damage)
}

test('every block takes as long as the data says, with every tool, in water and off the ground', () => {
  const { ticks } = digger()
  const found = {}
  let digs = 0
  for (const block of blocks) {
    const differs = {}
    for (const tool of TOOLS) {
      for (const where of [
        { wet: false, onGround: true }, { wet: true, onGround: true }, { wet: false, onGround: false },
        { wet: true, onGround: false }
      ]) {
        digs++
        const [ours, theirs] = [ticks(block.defaultState, toolItem(tool), where), dataTicks(block, tool, where)]
        if (ours === theirs || Math.abs(ours - theirs) <= 1e-9 * ours) continue
        if (!where.wet && where.onGround) differs[tool ?? 'hand'] = ours
        else if (!((tool ?? 'hand') in differs)) {
          differs[`${tool ?? 'hand'}${where.wet ? ' in water' : ''}${where.onGround ? '' : ' off the ground'}`] = ours
        }
      }
    }
    if (Object.keys(differs).length) found[block.name] = kinds(differs)
  }
  assert.ok(digs > 90000, `${digs} digs`)
  compare('mining', found)
})

/**
 * { wooden_axe: 15, stone_axe: 8, ... } -> 'axe 15 8 ...': ticks of a kind's materials in the order of MATERIALS; '='
 * where it does not differ.
 */
function kinds (differs) {
  const rest = { ...differs }
  const take = name => {
    const ticks = rest[name] ?? '='
    delete rest[name]
    return ticks
  }
  const parts = KINDS.map(kind => [kind, MATERIALS.map(material => take(`${material}_${kind}`)).join(' ')]).filter(
    ([, text]) => /\d/.test(text)
  )
  return [...Object.entries(rest), ...parts].map(([kind, text]) => `${kind} ${text}`).join(', ')
}

test('times worked out by hand', () => {
  const stone = registry.blocksByName.stone.defaultState
  const { ticks } = digger()
  assert.equal(ticks(stone, null), 150)
  assert.equal(ticks(stone, toolItem('iron_pickaxe')), 8)
  assert.equal(ticks(stone, toolItem('iron_pickaxe'), { wet: true, onGround: false }), 188)
})

// ---- drops

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
