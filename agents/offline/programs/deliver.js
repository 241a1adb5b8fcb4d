'use strict'
/**
 * Goes to `place`, waits there until `player` stands still beside it, and hands over `count` of `item`, because items
 * thrown to a walking player are lost. Without a place, or after half a minute, it goes to `player` wherever that is.
 * Returns how many arrived.
 */
async function deliver (bot, player, item, count, place) {
  if (place) {
    const near = rules.distances.handOver
    const spot = new Vec3(...place)
    await goTo(bot, ...place, near)
    const end = bot.tick + 30 * 20
    let before = null
    while (bot.tick < end) {
      const at = bot.players[player]?.entity?.position
      if (at && before && at.distanceTo(before) < 0.1 && at.distanceTo(spot) < 2 * near) break
      before = at
      await bot.waitForTicks(5)
    }
  }
  await meet(bot, player, ...(place ?? []))
  await giveItem(bot, player, item, count)
  return count
}
module.exports = deliver
