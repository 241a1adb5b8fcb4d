'use strict'
/**
 * The result of a crafting grid: finds the recipe in minecraft-data by the pattern in the grid.
 *
 * Shaped recipes match anywhere in the grid, also mirrored; shapeless recipes match by the items in it. Ingredients
 * in a bucket or a bottle give the empty vessel back, whatever the recipe says.
 */

const addSpecialRecipes = require('../bridge/recipes')
const { vessels } = require('../game/facts')

const EMPTY = -1

module.exports = function recipes (registry) {
  const { Recipe } = require('prismarine-recipe')(registry)
  addSpecialRecipes(registry)
  let shaped = null
  let shapeless = null

  /** Builds the tables at the first use, so that the server starts faster. */
  function build () {
    shaped = new Map()
    shapeless = new Map()
    for (const id of Object.keys(registry.recipes)) {
      for (const recipe of Recipe.find(Number(id), null)) {
        if (recipe.inShape) {
          const width = Math.max(...recipe.inShape.map(row => row.length))
          const rows = trim(recipe.inShape.map(row => Array.from({ length: width }, (_, i) => row[i]?.id ?? EMPTY)))
          for (const pattern of [rows, rows.map(row => row.toReversed())]) {
            if (!shaped.has(shapeKey(pattern))) shaped.set(shapeKey(pattern), recipe)
          }
        } else {
          const key = bagKey(recipe.ingredients.map(ingredient => ingredient.id))
          if (!shapeless.has(key)) shapeless.set(key, recipe)
        }
      }
    }
  }

  /** cells: items or null, row by row. Returns { result: { id, count }, back: [ids of returned items] } or null. */
  return function match (cells, width) {
    if (!shaped) build()
    const ids = cells.map(item => item?.type ?? EMPTY)
    const present = ids.filter(id => id !== EMPTY)
    if (!present.length) return null
    const rows = []
    for (let i = 0; i < ids.length; i += width) rows.push(ids.slice(i, i + width))
    const recipe = shaped.get(shapeKey(trim(rows))) ?? shapeless.get(bagKey(present))
    if (!recipe) return null
    const back = present
      .map(id => vessels[registry.items[id].name])
      .filter(Boolean)
      .map(name => registry.itemsByName[name].id)
    return { result: recipe.result, back }
  }
}

function trim (rows) {
  const blank = row => row.every(id => id === EMPTY)
  let out = rows.slice(rows.findIndex(row => !blank(row)))
  while (blank(out.at(-1))) out = out.slice(0, -1)
  while (out.every(row => row[0] === EMPTY)) out = out.map(row => row.slice(1))
  while (out.every(row => row.at(-1) === EMPTY)) out = out.map(row => row.slice(0, -1))
  return out
}

const shapeKey = rows => rows.map(row => row.join(',')).join(';')
const bagKey = ids => ids.slice().sort((a, b) => a - b).join(',')
