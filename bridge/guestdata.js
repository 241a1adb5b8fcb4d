'use strict'
/** minecraft-data for programs: a hardened JSON copy for all runs, table by table on first use. */
const TABLES = [
  'version', 'blocks', 'blocksByName', 'blocksArray', 'items', 'itemsByName', 'itemsArray', 'entities',
  'entitiesByName', 'foods', 'foodsByName', 'biomes', 'biomesByName', 'recipes', 'materials', 'effectsByName',
  'enchantmentsByName'
]

function makeGuestData ({ registry, freeze }) {
  const made = {}
  function table (name) {
    return (made[name] ??= freeze(build(name)))
  }
  /** A ByName table shares the objects of its id table. */
  function build (name) {
    const byId = name.endsWith('ByName') && name.slice(0, -'ByName'.length)
    if (byId && registry[byId]) return Object.fromEntries(Object.values(table(byId)).map(entry => [entry.name, entry]))
    return JSON.parse(JSON.stringify(registry[name]))
  }
  const rows = TABLES.filter(name => registry[name] !== undefined).map(name => [
    name,
    { enumerable: true, get: () => table(name) }
  ])
  return freeze(Object.create(Object.prototype, Object.fromEntries(rows)))
}

module.exports = { makeGuestData }
