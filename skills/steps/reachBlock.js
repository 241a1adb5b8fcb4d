'use strict'
/**
 * Walks until a block is within arm's reach (${rules.distances.reach} blocks from the eyes).
 * @internal
 * @param {Vec3} place - the block
 * @param {number} [range=2] - how close to go on the ground, in blocks, if walking is needed at all
 * @keywords walk reach
 * @needs nothing
 * @example reachBlock(bot, block.position)
 */
async function reachBlock (bot, place, range = 2) {
  const { reach, eyes } = rules.distances
  const SURE = reach - 0.3 // from the middle of the block one stands on: one comes to stand beside it
  const MOST = 24 // places to stand that are tried at once
  const where = `${place.x} ${place.y} ${place.z}`
  const middle = place.offset(0.5, 0.5, 0.5)
  const away = () => bot.entity.position.offset(0, eyes, 0).distanceTo(middle)
  if (away() <= reach) return
  const rise = place.y - bot.entity.position.y
  if (Math.abs(rise) > 2) {
    const stands = standings()
    try {
      if (stands.length) await walk(bot, new GoalCompositeAny(stands.map(p => new GoalBlock(p.x, p.y, p.z))), where)
    } catch (error) {
      if (error.code !== 'NO_PATH') throw error
    }
    if (away() <= reach) return
  }
  for (const near of [range, 1]) {
    // A goal in the air would make the path search run to its time limit: stand below a high block instead.
    const goal = rise > 2 ? new GoalNearXZ(place.x, place.z, near) : new GoalNear(place.x, place.y, place.z, near)
    await walk(bot, goal, where)
    if (away() <= reach) return
  }
  throw fail(
    'OUT_OF_REACH',
    `the block at ${where} is ${away().toFixed(1)} blocks from the eyes; the reach is ${reach}`
  )

  /** Free places with ground under them from which the block is in reach, those on the bot's own level first. */
  function standings () {
    const here = bot.entity.position
    const found = []
    for (let dy = -5; dy <= 2; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        for (let dz = -4; dz <= 4; dz++) {
          const p = place.offset(dx, dy, dz)
          if (p.offset(0.5, eyes, 0.5).distanceTo(middle) <= SURE && canStand(p)) found.push(p)
        }
      }
    }
    const cost = p => p.distanceTo(here) + 2 * Math.abs(p.y - here.y)
    return found.sort((a, b) => cost(a) - cost(b)).slice(0, MOST)
  }

  function canStand (p) {
    return isFree(p) && isFree(p.offset(0, 1, 0)) && isGround(p.offset(0, -1, 0))
  }

  function isFree (p) {
    return bot.blockAt(p)?.boundingBox === 'empty' && !/water|lava/.test(bot.blockAt(p).name)
  }

  function isGround (p) {
    const block = bot.blockAt(p)
    return block?.boundingBox === 'block' && !block.name.endsWith('_leaves')
  }
}
module.exports = reachBlock
