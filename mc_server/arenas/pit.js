'use strict'
/**
 * The pit: a meadow in which the second member of a crew starts at the bottom of a shaft in the rock. With bare hands
 * it takes a while to dig a way out; with a pickaxe, a moment.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs.
 */

const meadow = require('./meadow')

const SHAFT = [12, 8] // x, z
const ROCK = 1 // blocks of stone around the shaft
const DEPTH = 4 // blocks

module.exports = function pit (seed) {
  const arena = meadow(seed)
  const { canvas } = arena
  const [x, z] = SHAFT
  for (let y = canvas.top - DEPTH; y < canvas.top; y++) {
    for (let dx = -ROCK; dx <= ROCK; dx++) {
      for (let dz = -ROCK; dz <= ROCK; dz++) canvas.put(x + dx, y, z + dz, dx || dz ? 'stone' : 'air')
    }
  }
  return { ...arena, name: 'pit', starts: { 1: [x + 0.5, canvas.top - DEPTH, z + 0.5] } }
}

module.exports.card = {
  ...meadow.card,
  holds: `${meadow.card.holds.slice(0, -1)}; a shaft in which the second member starts.`
}
