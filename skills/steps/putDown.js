'use strict'
/**
 * Places a block from the inventory somewhere near the bot. Waits while animals stand in the way, and digs a niche if
 * there is no room.
 * @internal
 * @param {string} name - block item
 * @keywords place set up niche
 * @needs the item in the inventory
 * @example putDown(bot, 'furnace')
 */
async function putDown (bot, name) {
  const TRIES = 4
  for (let i = 1; ; i++) {
    try {
      return await placeItem(bot, name)
    } catch (error) {
      if (error.code === 'NO_SPACE') return placeItem(bot, name, await niche(error))
      if (i === TRIES || error.code !== 'NO_EFFECT') throw error
      await bot.waitForTicks(20)
    }
  }

  async function niche (why) {
    const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1], [1, 1, 0], [-1, 1, 0], [0, 1, 1], [0, 1, -1]]
    const feet = bot.entity.position.floored()
    for (const side of SIDES) {
      const place = feet.offset(...side)
      const block = bot.blockAt(place)
      if (block?.boundingBox !== 'block' || !block.diggable || !bot.mayDig(place)) continue
      try {
        if (await digBlock(bot, place)) return place
      } catch (error) {
        if (!anotherMayDo(error, 'NEEDS_TOOL')) throw error
      }
    }
    throw why
  }
}
module.exports = putDown
