'use strict'
/**
 * Tries of a kind, told without a flood: the first at once, those of each second after it together with their number.
 *
 * Knows nothing of what is tried. Time is game time, in ticks.
 */

const SECOND = 20 // ticks

/** @param {{now: () => number, tell: (fields: object, count: number) => void}} of */
function makeTally ({ now, tell }) {
  const open = new Map() // key -> { since, count, fields }

  /** Counts a try; `fields` are told with it, those of the first of a second for all of them. */
  function add (key, fields) {
    const entry = open.get(key)
    if (entry) {
      if (!entry.count++) entry.fields = fields
      return
    }
    open.set(key, { since: now(), count: 0, fields })
    tell(fields, 1)
  }

  /** Tells what was counted and not yet told; of everything, when asked for `all`. */
  function flush ({ all = false } = {}) {
    for (const [key, entry] of open) {
      if (!all && now() - entry.since < SECOND) continue
      if (!entry.count) {
        open.delete(key)
        continue
      }
      tell(entry.fields, entry.count)
      Object.assign(entry, { since: now(), count: 0 })
    }
  }

  return { add, flush }
}

module.exports = { makeTally }
