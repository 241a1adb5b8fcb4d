'use strict'
/**
 * Obtains more of an item: gathers, crafts and smelts everything that it is made of, and uses held items.
 * @internal
 * @param {string} item - the item
 * @param {number} [count=1] - how many more
 * @keywords make plan craft
 * @needs the materials in the inventory, or a world that has them
 * @example make(bot, 'bookshelf', 1)
 */
async function make (bot, item, count = 1) {
  const REPLANNED = ['MISSING_ITEM', 'NEEDS_TOOL', 'NEEDS_TABLE'] // a peer may take its table away
  const PLANS = 6 // how often it is planned anew, by what has come of the last plan
  const goal = lookUp('item', item).name
  const wanted = wholeNumber(count)
  const since = holdings(bot)[goal] ?? 0
  const gained = () => (holdings(bot)[goal] ?? 0) - since
  const barred = new Set() // raw items that were not to be had
  const own = [] // stations set up meanwhile: [name, place]
  let why = null
  try {
    for (let plans = 0; gained() < wanted; plans++) {
      if (plans === PLANS) throw why ?? fail('NO_EFFECT', `made ${gained()} of ${wanted} ${goal} with ${PLANS} plans`)
      await carryOut(await plan())
    }
  } finally {
    await takeAlong()
  }
  return { [goal]: gained() }

  async function plan () {
    try {
      return await planFor(bot, goal, wanted - gained(), barred)
    } catch (error) {
      throw why ?? error // there was a way, and that is what stood in it
    }
  }

  async function carryOut (steps) {
    for (const step of steps) {
      try {
        await carryOutOne(step)
      } catch (error) {
        if (step.gather && anotherMayDo(error, 'NOT_FOUND')) barred.add(step.gather)
        else if (!REPLANNED.includes(error.code)) throw error
        why = error
        return
      }
    }
  }

  async function carryOutOne (step) {
    if (step.gather) {
      await takeAlong()
      return gatherRaw(bot, step.gather, step.count, step.source)
    }
    if (step.smelt) {
      await setUp('furnace')
      return smeltItem(bot, step.smelt, step.fuel, step.count)
    }
    if (step.table) await setUp('crafting_table')
    return craftItem(bot, step.craft, step.times)
  }

  async function setUp (station) {
    const place = await haveStation(bot, station)
    if (place) own.push([station, place])
  }

  async function takeAlong () {
    while (own.length) {
      try {
        await givePlacedItemBack(bot, ...own.pop())
      } catch {} // it stays where it is: what was asked for counts more
    }
  }
}
module.exports = make
