'use strict'
/**
 * Reports attempts of one kind without flooding the log: the first at once, and those of each following second
 * together, with their number.
 *
 * This module does not know what is attempted. Time is game time, in ticks.
 */

const SECOND = 20 // ticks

/** @param {{now: () => number, tell: (fields: object, count: number) => void}} of */
function makeTally ({ now, tell }) {
  const open = new Map() // key -> { since, count, fields }

  /**
   * Counts an attempt. The report contains the attempt's `fields`; if several attempts fall into one second, those of
   * the first attempt.
   */
  function add (key, fields) {
    const entry = open.get(key)
    if (entry) {
      if (!entry.count++) entry.fields = fields
      return
    }
    open.set(key, { since: now(), count: 0, fields })
    tell(fields, 1)
  }

  /** Reports the attempts that were counted but not yet reported; with `all`, also those of the current second. */
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
