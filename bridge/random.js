'use strict'
/**
 * Seeded random numbers (mulberry32): the same seed gives the same numbers. `at.state` is the generator's state,
 * which can be read and set.
 */
module.exports = function seeded (seed, at = {}) {
  at.state = seed | 0
  return () => {
    const state = at.state = (at.state + 0x6D2B79F5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
