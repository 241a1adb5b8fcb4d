'use strict'
/**
 * Places blocks at the given places, in order. Fails beforehand if blocks are missing, and skips places that already
 * have a solid block.
 * @internal
 * @param {Vec3[]} places - where to place them
 * @param {string} item - a block, or any: cheap building blocks that the bot holds
 * @param {string} what - what is built, for the error message
 * @keywords build place blocks
 * @needs the blocks in the inventory
 * @example layBlocks(bot, places, 'cobblestone', 'the wall')
 */
async function layBlocks (bot, places, item, what) {
  const PASSES = 3 // animals and others may stand in the way for a while
  const open = place => bot.blockAt(place)?.boundingBox !== 'block'
  const stood = () => `${places.filter(place => !open(place)).length} of ${places.length} blocks of ${what} placed`
  const next = blocksFor(bot, item, places.filter(open).length, what)
  let why = null
  let placed = 0
  for (let pass = 0; pass < PASSES && places.some(open); pass++) {
    if (pass) await bot.waitForTicks(20)
    for (const place of places.filter(open)) {
      try {
        await placeItem(bot, next(), place)
        placed++
      } catch (error) {
        if (!anotherMayDo(error, 'NO_SPACE')) throw tellMore(error, stood())
        why = error
      }
    }
  }
  if (places.some(open)) throw tellMore(why ?? fail('NO_EFFECT', 'the placed blocks have disappeared'), stood())
  return { placed, stood: places.length - placed }
}
module.exports = layBlocks
