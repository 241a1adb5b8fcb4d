'use strict'
/**
 * What is so in the game and is known in more than one place: each fact stands once, in `facts.json`, for Python too.
 *
 * `distances` are in blocks, each with its reason in that file; `rules` is what skills are given of all that.
 */

const {
  version, chatLimit, smeltTicks, itemTicks, crops, colours, sheep, distances: reasoned
} = require('./facts.json')
const { speeds } = require('./weapons')
const smelting = require('./smelting')

const distances = Object.fromEntries(Object.entries(reasoned).map(([name, { is }]) => [name, is]))

/** Name in `rules` -> what it is, for whoever writes skills. */
const meanings = {
  distances: 'blocks, by what they are for',
  smelting: 'what a furnace makes of an item, by the item',
  smeltTicks: 'ticks that a furnace takes per piece',
  itemTicks: 'ticks before a dropped item can be picked up (`fallen` or `thrown`, by how it was dropped), ' +
    'and ticks until it disappears (`lasts`)',
  fuels: 'ticks that a piece burns, by the item',
  crops: '`ripe`, the age at which it is reaped, and `seed`, what is sown on farmland, by the block',
  blows: 'blows per second at full strength, by what is held, or `hand`',
  sheep: '`metadata`, which part of an entity\'s data is about its wool, and `bare`, the bit that means it has none'
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
