'use strict'
/**
 * Bakes bread from three wheat per loaf. Harvests missing wheat and sows the field again.
 * @param {number} [count=1] - how many loaves
 * @param {boolean} [resow=true] - whether to sow the harvested field again
 * @keywords bread loaf bake wheat field food harvest
 * @needs three wheat per loaf, or ripe wheat; a crafting table or trees
 * @example bakeBread(bot, 2)
 * @arena village
 * @expect bread=2
 */
async function bakeBread (bot, count = 1, resow = true) {
  const WHEAT = takenBy(bot, 'bread', 'wheat')
  const wanted = wholeNumber(count)
  const missing = WHEAT * wanted - (holdings(bot).wheat ?? 0)
  if (missing > 0) {
    await gatherRaw(bot, 'wheat', missing)
    const seeds = Math.min(missing, holdings(bot).wheat_seeds ?? 0)
    if (resow && seeds) {
      try {
        await plantCrop(bot, 'wheat', seeds)
      } catch (error) {
        if (!anotherMayDo(error, 'NOT_FOUND', 'NO_SPACE')) throw error
        console.warn(`part of the field was not sown again: ${error.message}`) // the bread is what was asked for
      }
    }
  }
  return make(bot, 'bread', wanted)
}
module.exports = bakeBread
