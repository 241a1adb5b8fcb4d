'use strict'
/**
 * Bakes a cake from three held milk buckets, a held egg, two sugar and three wheat.
 * @param {number} [count=1] - how many
 * @keywords cake bake sugar milk egg wheat sweet dessert
 * @needs per cake, three milk buckets and an egg, which these worlds do not provide; sugar cane and wheat
 * @example bakeCake(bot)
 * @give milk_bucket=3, egg=1, wheat=3
 * @expect cake=1
 */
async function bakeCake (bot, count = 1) {
  const needed = name => takenBy(bot, 'cake', name)
  const wanted = wholeNumber(count)
  const held = holdings(bot)
  const lacking = ['milk_bucket', 'egg'] // nothing here gives them
    .map(name => [name, needed(name) * wanted - (held[name] ?? 0)])
    .filter(([, n]) => n > 0)
  if (lacking.length) {
    const amounts = lacking.map(([name, n]) => `${n} ${name}`).join(', ')
    throw fail('MISSING_ITEM', `cannot make ${wanted} cake; missing: ${amounts}`)
  }
  const canes = needed('sugar') * wanted - (held.sugar ?? 0) - (held.sugar_cane ?? 0)
  if (canes > 0) await gatherCane(bot, canes)
  return make(bot, 'cake', wanted)
}
module.exports = bakeCake
