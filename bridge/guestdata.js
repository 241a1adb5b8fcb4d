'use strict'
/**
 * minecraft-data for programs: a frozen JSON copy for all runs, in which each row of a table is made on its first use.
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

const copy = data => frozen(JSON.parse(JSON.stringify(data)))
const hasRows = data => !Array.isArray(data) && Object.values(data).every(row => typeof row === 'object' && row)

/** `rows`: [name, function that returns the row]. Each row is made once. */
function lazy (rows) {
  const made = new Map()
  const properties = rows.map(([name, make]) => [name, {
    enumerable: true,
    get: Object.freeze(() => {
      if (!made.has(name)) made.set(name, make())
      return made.get(name)
    })
  }])
  return Object.freeze(Object.create(Object.prototype, Object.fromEntries(properties)))
}

function makeGuestData ({ registry, freeze }) {
  const made = {}
  const table = name => (made[name] ??= build(name))

  /** A ByName table shares the rows of its id table. */
  function build (name) {
    const byId = name.endsWith('ByName') && name.slice(0, -'ByName'.length)
    if (byId && registry[byId]) {
      const rows = Object.entries(registry[byId]).filter(([, row]) => row) // the server leaves numbers of biomes out
      return lazy(rows.map(([id, row]) => [row.name, () => table(byId)[id]]))
    }
    if (!hasRows(registry[name])) return copy(registry[name])
    return lazy(Object.entries(registry[name]).map(([key, row]) => [key, () => copy(row)]))
  }

  const rows = TABLES.filter(name => registry[name] !== undefined).map(name => [name, () => table(name)])
  return freeze(lazy(rows))
}

module.exports = { makeGuestData }
