'use strict'
/**
 * minecraft-data for programs: a frozen JSON copy for all runs, in which each table is made on its first use.
 *
 * JSON contains only data, and the prototypes of its objects and arrays are already hardened. Therefore a plain freeze
 * of each object protects as much as SES's `harden`, which takes a hundred times as long for these tables.
 */
const TABLES = [
  'version', 'blocks', 'blocksByName', 'blocksArray', 'items', 'itemsByName', 'itemsArray', 'entities',
  'entitiesByName', 'foods', 'foodsByName', 'biomes', 'biomesByName', 'recipes', 'materials', 'effectsByName',
  'enchantmentsByName'
]

function frozen (json) {
  if (typeof json !== 'object' || json === null) return json
  Object.values(json).forEach(frozen)
  return Object.freeze(json)
}

function makeGuestData ({ registry, freeze }) {
  const made = {}
  function table (name) {
    return (made[name] ??= frozen(build(name)))
  }
  /** A ByName table shares the objects of its id table. */
  function build (name) {
    const byId = name.endsWith('ByName') && name.slice(0, -'ByName'.length)
    if (byId && registry[byId]) {
      const rows = Object.values(table(byId)).filter(Boolean) // the server numbers biomes, and leaves numbers out
      return Object.fromEntries(rows.map(row => [row.name, row]))
    }
    return JSON.parse(JSON.stringify(registry[name]))
  }
  const rows = TABLES.filter(name => registry[name] !== undefined).map(name => [
    name,
    { enumerable: true, get: () => table(name) }
  ])
  return freeze(Object.create(Object.prototype, Object.fromEntries(rows)))
}

module.exports = { makeGuestData }
