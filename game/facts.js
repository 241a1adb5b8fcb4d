'use strict'
/**
 * Facts of the game that are needed in more than one place; each is stored once, in `facts.json`, for Python too.
 *
 * `distances` are in blocks, each with its reason in that file; `rules` is the part of it that skills get.
 */

const {
  version, chatLimit, smeltTicks, itemTicks, crops, colours, sheep, distances: reasoned
} = require('./facts.json')
const { speeds } = require('./weapons')
const smelting = require('./smelting')

const distances = Object.fromEntries(Object.entries(reasoned).map(([name, { is }]) => [name, is]))

/** Name in `rules` -> its meaning, for people who write skills. */
const meanings = {
  distances: 'blocks, grouped by their use',
  smelting: 'what a furnace makes from an item, by the item',
  smeltTicks: 'ticks that a furnace takes per piece',
  itemTicks: 'ticks before a dropped item can be picked up (`fallen` or `thrown`, by how it was dropped), ' +
    'and ticks until it disappears (`lasts`)',
  fuels: 'ticks that a piece burns, by the item',
  crops: '`ripe`, the age at which a crop is reaped, and `seed`, the item that is sown on farmland, by the block',
  blows: 'blows per second at full strength, by the held item, or `hand`',
  sheep: '`metadata`, the part of an entity\'s data about its wool, and `bare`, the bit for a sheep without wool'
}

const rules = {
  distances,
  smelting: Object.fromEntries(smelting.recipes.map(({ from, item }) => [from, item])),
  smeltTicks,
  itemTicks,
  fuels: smelting.fuels,
  crops,
  blows: speeds,
  sheep
}

module.exports = { version, chatLimit, itemTicks, crops, colours, sheep, distances, reasoned, rules, meanings }
