'use strict'
/**
 * Walks until a block is within arm's reach (4.5 blocks from the eyes).
 * @internal
 * @param {Vec3} place - the block
 * @param {number} [range=2] - how near to go on the ground, in blocks, if walking is needed at all
 * @keywords walk reach
 * @needs nothing
 * @example reachBlock(bot, block.position)
 */
async function reachBlock (bot, place, range = 2) {
  const REACH = 4.5
  const where = `${place.x} ${place.y} ${place.z}`
  const middle = place.offset(0.5, 0.5, 0.5)
  const away = () => bot.entity.position.offset(0, 1.62, 0).distanceTo(middle)
  if (away() <= REACH) return
  for (const near of [range, 1]) {
    const rise = place.y - bot.entity.position.y
    // A goal in the air would make the path search run to its time limit: stand below a high block instead.
    const goal = rise > 2 ? new GoalNearXZ(place.x, place.z, near) : new GoalNear(place.x, place.y, place.z, near)
    await walk(bot, goal, where)
    if (away() <= REACH) return
  }
  throw fail('OUT_OF_REACH', `the block at ${where} is ${away().toFixed(1)} blocks from the eyes, reach is ${REACH}`)
}
module.exports = reachBlock
