'use strict'
/**
 * Makes sure that `block` is within a few steps of the place: goes to one that is there, or places one. In a shaft,
 * where no spot is free, it makes room.
 */
async function setUp (bot, block, x, y, z) {
  const place = new Vec3(x, y, z)
  const spots = [[1, 0], [0, 1], [-1, 0], [0, -1], [2, 0], [0, 2], [-2, 0], [0, -2], [1, 1], [-1, -1], [1, -1], [-1, 1]]
    .map(([dx, dz]) => place.offset(dx, 0, dz))
  const found = () => bot.findBlock({ matching: mcData.blocksByName[block].id, maxDistance: 24 })
  await goTo(bot, x, y, z, 3)
  let why = fail('NO_SPACE', `no free spot for a ${block} near ${x} ${y} ${z}`)
  for (const spot of spots) {
    if (found()) return
    if (!isFree(spot)) continue
    try {
      await placeItem(bot, block, spot)
    } catch (error) { // somebody has come to stand there, or stands in the way
      if (!['NO_SPACE', 'NO_EFFECT', 'NO_PATH'].includes(error.code)) throw error
      why = error
    }
  }
  if (found()) return
  if (why.code !== 'NO_SPACE') throw why
  await putDown(bot, block)

  function isFree (spot) {
    const bodies = Object.values(bot.entities).filter(e => e.name !== 'item')
    return bot.blockAt(spot)?.boundingBox === 'empty' && bot.blockAt(spot.offset(0, -1, 0))?.boundingBox === 'block' &&
      bodies.every(e => e.position.distanceTo(spot.offset(0.5, 0, 0.5)) > 1.2)
  }
}
module.exports = setUp
