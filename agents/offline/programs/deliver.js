'use strict'
/**
 * Goes to `place`, waits there until `player` stands still beside it, and hands over `count` of `item` and all of
 * `also` at once, because items thrown to a walking player are lost. Without a place, or after half a minute, it goes
 * to `player` wherever that is. What it picks up near the player on its way was probably thrown to the player by
 * others, so it is handed on. Returns how many arrived: { item: count }.
 */
async function deliver (bot, player, item, count, place, also = {}) {
  const AROUND = rules.distances.meetingPlace
  const strays = {}
  const receiver = () => bot.players[player]?.entity ?? null
  const onCollect = (who, entity) => {
    const stack = entity?.getDroppedItem()
    if (who?.username !== bot.username || !stack) return
    if (!(receiver()?.position.distanceTo(bot.entity.position) <= AROUND)) return
    strays[stack.name] = (strays[stack.name] ?? 0) + stack.count
  }
  bot.on('playerCollect', onCollect)
  try { await approach() } finally { bot.removeListener('playerCollect', onCollect) }
  const arrived = await giveAll(bot, player, { [item]: count, ...also })
  try {
    if (Object.keys(strays).length) await giveAll(bot, player, strays)
  } catch {} // what the bot was sent for has arrived
  return arrived

  async function approach () {
    if (place) {
      const near = rules.distances.handOver
      const spot = new Vec3(...place)
      await goTo(bot, ...place, near)
      const end = bot.tick + 30 * 20
      let before = null
      while (bot.tick < end) {
        const at = receiver()?.position
        if (at && before && at.distanceTo(before) < 0.1 && at.distanceTo(spot) < 2 * near) break
        before = at
        await bot.waitForTicks(5)
      }
    }
    await meet(bot, player, ...(place ?? []))
  }
}
module.exports = deliver
