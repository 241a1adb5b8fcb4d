'use strict'
/** Makes sure that `block` stands within a few steps of the place: goes to one that does, else places one. */
async function setUp (bot, block, x, y, z) {
  const place = new Vec3(x, y, z)
  const found = () => bot.findBlock({ matching: mcData.blocksByName[block].id, maxDistance: 24 })
  await goTo(bot, x, y, z, 3)
  if (!found()) {
    const free = [[1, 0], [0, 1], [-1, 0], [0, -1], [2, 0], [0, 2], [-2, 0], [0, -2], [1, 1], [-1, -1]]
      .map(([dx, dz]) => place.offset(dx, 0, dz))
      .find(p => bot.blockAt(p)?.boundingBox === 'empty' && bot.blockAt(p.offset(0, -1, 0))?.boundingBox === 'block' &&
        p.offset(0.5, 0, 0.5).distanceTo(bot.entity.position) > 1.2)
    if (!free) throw fail('NO_SPACE', `no free spot for a ${block} near ${x} ${y} ${z}`)
    await placeItem(bot, block, free)
  }
}
module.exports = setUp
