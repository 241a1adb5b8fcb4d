'use strict'
/**
 * The products of furnaces, blast furnaces and smokers, by ingredient, and the fuels that they burn.
 *
 * minecraft-data has no smelting recipes: `smelting.json` is our own table, which maps results to ingredients, and
 * burning times in ticks to fuels. Experience, and filling a bucket with a wet sponge, are left out.
 */

const { smeltTicks: TICKS } = require('./facts.json')
const TABLE = require('./smelting.json')

const KINDS = {
  furnace: { of: ['metal', 'food', 'other'], speed: 1 },
  blast_furnace: { of: ['metal'], speed: 2 },
  smoker: { of: ['food'], speed: 2 }
}

const results = Object.fromEntries(Object.entries(KINDS).map(([kind, { of }]) => [
  kind,
  new Map(
    of.flatMap(part => Object.entries(TABLE[part]).flatMap(([item, sources]) => sources.map(from => [from, item])))
  )
]))
const fuels = Object.fromEntries(
  Object.entries(TABLE.fuels).flatMap(([ticks, names]) => names.map(name => [name, Number(ticks)]))
)

module.exports = {
  kinds: Object.keys(KINDS),
  /** The product of an item in a kind of furnace, or null. */
  resultOf: (kind, name) => results[kind].get(name) ?? null,
  ticksOf: kind => TICKS / KINDS[kind].speed,
  /** The number of ticks for which one piece burns in a kind of furnace; 0 for an item that does not burn. */
  burnOf: (kind, name) => Math.floor((fuels[name] ?? 0) / KINDS[kind].speed),
  /** The item that remains from burnt fuel, such as a bucket. */
  leftOf: name => name === 'lava_bucket' ? 'bucket' : null,
  /** All of a plain furnace's recipes. */
  recipes: [...results.furnace].map(([from, item]) => ({ item, from, ticks: TICKS })),
  fuels
}
