'use strict'
/**
 * Seeded streams of random numbers.
 *
 * A stream is named by its key (seed, purpose, place); drawing from one stream never affects another, so the drops of
 * a block do not depend on which mob moved before. The numbers are not suitable for secrets.
 */

const seeded = require('../bridge/random')

function hash (text) {
  let h = 1779033703 ^ text.length
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353)
    h = (h << 13) | (h >>> 19)
  }
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return (h ^ (h >>> 16)) >>> 0
}

/**
 * prng('42', 'loot', 'cow') -> a function that draws from [0, 1); .int(a, b) draws a whole number, both ends included.
 */
module.exports = function prng (...key) {
  const at = {}
  const next = seeded(hash(key.join('\u0000')), at)
  next.at = at // for a saved world
  next.int = (min, max) => min + Math.floor(next() * (max - min + 1))
  next.chance = probability => next() < probability
  next.pick = list => list[Math.floor(next() * list.length)]
  next.shuffle = list => {
    const out = list.slice()
    for (let i = out.length - 1; i > 0; i--) {
      const j = next.int(0, i)
      ;[out[i], out[j]] = [out[j], out[i]]
    }
    return out
  }
  return next
}
