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
const {
  DEVIATIONS, Item, KINDS, MATERIALS, TOOLS, blocks, compare, data, digger, match, nameOf, registry, toolItem
} = require('./server_rig')

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
