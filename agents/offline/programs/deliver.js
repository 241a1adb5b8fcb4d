'use strict'
/**
 * Goes to `place`, waits there until `player` stands still beside it, and hands over `count` of `item` and all of
 * `also` at once, because items thrown to a walking player are lost. Without a place, or after half a minute, it goes
 * to `player`, wherever that player is. If it picks up items on its way that others threw to the player, it hands them
 * over, too, while there is time. Returns how many of each item arrived: { item: count }.
 */
async function deliver (bot, player, item, count, place, also = {}) {
  const AROUND = rules.distances.meetingPlace
  const THROWN = 3 // blocks from its thrower at which an item is first seen
  const over = bot.tick + 60 * 20 // before the deadline of the program
  const STILL = 5 // ticks for which the player has not moved
  const HANDED_ON = 200 // ticks in which a third player may hand on what it picked up
  const strays = {}
  const theirs = new Map() // id of an item on the ground -> whether it was thrown to the player
  const receiver = () => bot.players[player]?.entity ?? null
  let at = null // where the player stands, or last was
  let still = 0
  const look = () => {
    const now = receiver()?.position ?? null
    if (now && at && now.distanceTo(at) < 0.1) still++
    else [at, still] = [now, 0]
    for (const { id, position } of dropsNear(bot, bot.entity.position, 2 * AROUND)) {
      if (!theirs.has(id)) theirs.set(id, isTheirs(position))
    }
  }
  const onCollect = (who, entity) => {
    const stack = entity?.getDroppedItem()
    if (who?.username !== bot.username || !stack || !theirs.get(entity.id)) return
    strays[stack.name] = (strays[stack.name] ?? 0) + stack.count
  }
  bot.on('physicsTick', look)
  bot.on('playerCollect', onCollect)
  try { await approach() } finally {
    bot.removeListener('physicsTick', look)
    bot.removeListener('playerCollect', onCollect)
  }
  const arrived = await giveAll(bot, player, { [item]: count, ...also }, HANDED_ON)
  if (Object.keys(strays).length && bot.tick < over) {
    const handedOn = giveAll(bot, player, strays, HANDED_ON).catch(() => {}) // what the bot was sent for has arrived
    await Promise.race([handedOn, bot.waitForTicks(over - bot.tick)])
  }
  return arrived

  /**
   * Whether an item that is first seen at `position` is for the player: it lies near the player, or was thrown towards
   * the player rather than the bot.
   */
  function isTheirs (position) {
    const to = receiver()?.position
    const here = bot.entity.position
    if (!to) return false
    const throwers = Object.values(bot.players).map(one => one.entity)
      .filter(one => one && one.id !== bot.entity.id && one.position.distanceTo(position) < THROWN)
      .sort((a, b) => a.position.distanceTo(position) - b.position.distanceTo(position))
    const [thrower] = throwers
    if (!thrower) return to.distanceTo(position) <= AROUND && here.distanceTo(position) > THROWN
    return thrower.username !== player && aside(thrower, to) < aside(thrower, here)
  }

  /** The angle between a player's gaze and the direction to `place`, in radians. */
  function aside ({ position, yaw }, place) {
    const turn = Math.atan2(position.x - place.x, position.z - place.z) - yaw
    return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)))
  }

  async function approach () {
    if (place) {
      const near = rules.distances.handOver
      const spot = new Vec3(...place)
      await goTo(bot, ...place, near)
      await waitUntil(bot, () => still >= STILL && at.distanceTo(spot) < 2 * near, 30 * 20, 1)
    }
    await meet(bot, player, ...(place ?? []))
  }
}
module.exports = deliver
