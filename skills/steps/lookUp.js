'use strict'
/**
 * Finds an item, block or mob by its name in the game's own tables.
 * @internal
 * @param {string} kind - item, block or mob
 * @param {string} name - e.g. oak_log; capitals, spaces and a minecraft: prefix are accepted
 * @keywords name table
 * @needs nothing
 * @example lookUp('item', 'oak_log').id
 */
function lookUp (kind, name) {
  const table = mcData[{ item: 'itemsByName', block: 'blocksByName', mob: 'entitiesByName' }[kind]]
  const wanted = String(name).trim().toLowerCase().replace(/^minecraft:/, '').replace(/[\s-]+/g, '_')
  if (Object.hasOwn(table, wanted)) return table[wanted]
  let nearest = ''
  let least = Infinity
  for (const known of Object.keys(table)) {
    const away = distance(wanted, known)
    if (away < least) { least = away; nearest = known }
  }
  const hint = least <= Math.max(2, wanted.length / 3) ? `; nearest name: ${nearest}` : ''
  throw fail('BAD_ARGUMENT', `no ${kind} is called '${wanted.slice(0, 40)}'${hint}`)

  function distance (a, b) { // Levenshtein, one row at a time
    let row = Array.from({ length: b.length + 1 }, (_, i) => i)
    for (let i = 1; i <= a.length; i++) {
      const next = [i]
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
      }
      row = next
    }
    return row[b.length]
  }
}
module.exports = lookUp
