'use strict'
/**
 * The rules of this server's world: items, recipes, smelting, blocks, mobs, weapons, as plain data.
 *
 * The rules are made from the tables that the server itself uses, so that plans based on them fit its game.
 */

const addSpecialRecipes = require('../bridge/recipes')
const loadMining = require('./mining')
const smelting = require('../game/smelting')
const { damages } = require('../game/weapons')

// Blocks of the wild for which there is a recipe, too. All others with a recipe are somebody's work.
const NATURAL = new Set([
  'granite', 'diorite', 'andesite', 'sandstone', 'red_sandstone', 'coarse_dirt', 'packed_ice', 'blue_ice', 'bone_block',
  'magma_block', 'mossy_cobblestone', 'prismarine', 'terracotta', 'white_terracotta', 'orange_terracotta',
  'yellow_terracotta', 'brown_terracotta', 'red_terracotta', 'light_gray_terracotta'
])

module.exports = function knowledge (registry, loot) {
  const nameOf = id => registry.items[id]?.name
  addSpecialRecipes(registry)
  return {
    version: registry.version.minecraftVersion,
    items: Object.fromEntries(registry.itemsArray.map(({ name, stackSize: stack, maxDurability: uses }) => {
      const food = registry.foodsByName[name]?.foodPoints
      return [name, { stack, food, uses }] // JSON leaves out what it has not
    })),
    recipes: recipes(registry, nameOf),
    smelting: smelting.recipes,
    fuels: smelting.fuels,
    blocks: blocks(registry, loot),
    mobs: Object.fromEntries(loot.mobs.map(name => [name, { health: loot.healthOf(name), drops: loot.ofMob(name) }])),
    attack: damages
  }
}

function recipes (registry, nameOf) {
  const { Recipe } = require('prismarine-recipe')(registry)
  const out = {}
  for (const id of Object.keys(registry.recipes)) {
    const variants = new Map()
    for (const recipe of Recipe.find(Number(id), null)) {
      const ids = recipe.inShape ? recipe.inShape.flat().map(cell => cell.id) : recipe.ingredients.map(cell => cell.id)
      const needed = ids.filter(i => i >= 0).map(nameOf)
      if (needed.includes(undefined)) continue // data of versions before 1.12 has numbers without an item
      const used = {}
      for (const item of needed) used[item] = (used[item] ?? 0) + 1
      const variant = { count: recipe.result.count, in: used, table: recipe.requiresTable }
      const key = JSON.stringify([variant.count, Object.entries(used).sort()])
      if (variants.get(key)?.table !== false) variants.set(key, variant) // the same without a table wins
    }
    if (nameOf(id)) out[nameOf(id)] = [...variants.values()]
  }
  return out
}

function blocks (registry, loot) {
  const mining = loadMining(registry)
  const out = {}
  for (const block of registry.blocksArray) {
    const { name, diggable } = block
    if (!diggable || name.endsWith('air')) continue
    const seconds = tool => mining.ticks(block, tool && registry.itemsByName[tool]) / 20
    const drops = JSON.stringify(loot.ofBlock(name))
    // With shears, a cobweb drops itself instead of string.
    const tools = mining.tools(block).filter(tool => JSON.stringify(loot.ofBlock(name, null, tool)) === drops)
    out[name] = {
      hand_seconds: Number.isFinite(seconds(null)) ? seconds(null) : null,
      tool_seconds: tools.length ? Math.max(...tools.map(seconds)) : undefined, // with the worst of those it needs
      needs_tool: tools,
      natural: NATURAL.has(name) || undefined,
      drops: loot.ofBlock(name).map(({ item, min, max, chance }) => ({ item, min, max, chance }))
    }
  }
  return out
}
