'use strict'
/**
 * Places blocks at all of some places, in their order, and says beforehand how many are missing; where something solid stands already it leaves that.
 * @internal
 * @param {Vec3[]} places - where to
 * @param {string} item - a block, or any: whatever cheap building blocks are held, the most of one kind first
 * @param {string} what - what is built, for the message
 * @keywords build place blocks
 * @needs the blocks in the inventory
 * @example layBlocks(bot, places, 'cobblestone', 'the wall')
 */
async function layBlocks (bot, places, item, what) {
  const CHEAP = /^(cobblestone|dirt|stone|coarse_dirt|granite|diorite|andesite|netherrack|sandstone|stone_bricks|bricks)$|_planks$/
  const PASSES = 3 // animals and others may stand in the way for a while
  const only = item === 'any' ? null : lookUp('item', item).name
  const kinds = () => Object.entries(holdings(bot)).filter(([name]) => only ? name === only : CHEAP.test(name)).sort((a, b) => b[1] - a[1])
  const open = place => bot.blockAt(place)?.boundingBox !== 'block'
  const due = places.filter(open)
  const held = kinds().reduce((sum, [, n]) => sum + n, 0)
  if (held < due.length) throw fail('MISSING_ITEM', `${what} takes ${due.length} ${only ?? 'building blocks (cobblestone, dirt, planks)'}, ${held} held: ${due.length - held} missing`)
  let why = null
  let placed = 0
  for (let pass = 0; pass < PASSES && places.some(open); pass++) {
    if (pass) await bot.waitForTicks(20)
    for (const place of places.filter(open)) {
      try {
        await placeItem(bot, kinds()[0][0], place)
        placed++
      } catch (error) {
        if (!['NO_SPACE', 'NO_EFFECT', 'NO_PATH', 'OUT_OF_REACH'].includes(error.code)) throw error
        why = error
      }
    }
  }
  const left = places.filter(open).length
  if (left) throw fail(why.code, `${why.message}; ${places.length - left} of ${places.length} blocks of ${what} stand`)
  return { placed, stood: places.length - placed }
}
module.exports = layBlocks
