'use strict'
/**
 * Facts of the game that are needed in more than one place. Each fact is stored once, in `facts.json`, which Python
 * also reads.
 *
 * `distances` are in blocks, each with its reason in that file; `rules` is the part of the facts that skills get.
 */

const { distances: reasoned, ...facts } = require('./facts.json')
const { speeds } = require('./weapons')
const smelting = require('./smelting')

const distances = Object.fromEntries(Object.entries(reasoned).map(([name, { is }]) => [name, is]))

/** Maps each name in `rules` to its meaning, for people who write skills. */
const meanings = {
  distances: 'distances in blocks, by their purpose',
  smelting: 'for each item, the product of smelting it in a furnace',
  smeltTicks: 'ticks that a furnace needs per item',
  itemTicks: 'ticks until an item on the ground can be picked up, if a block or mob dropped it (`fallen`) ' +
    'or if a player threw it (`thrown`), and ticks until it disappears (`lasts`)',
  fuels: 'for each fuel, the number of ticks for which one item burns',
  crops: 'for each crop, the age at which it is ripe (`ripe`), and the item that is sown (`seed`)',
  blows: 'the highest rate of full-strength blows, per second, for each item in the hand and for the empty `hand`',
  sheep: 'the index of the wool field in a sheep\'s data (`metadata`), and the bit for "no wool" (`bare`)'
}

const rules = {
  distances,
  smelting: Object.fromEntries(smelting.recipes.map(({ from, item }) => [from, item])),
  smeltTicks: facts.smeltTicks,
  itemTicks: facts.itemTicks,
  fuels: smelting.fuels,
  crops: facts.crops,
  blows: speeds,
  sheep: facts.sheep
}

module.exports = { ...facts, distances, reasoned, rules, meanings }
