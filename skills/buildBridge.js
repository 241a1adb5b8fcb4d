'use strict'
/**
 * Builds a level bridge to a place and walks across.
 * @param {Vec3} to - where the bridge ends: a place at the bot's level, or in the water
 * @param {string} [item=any] - the material, or any: cheap blocks that the bot holds
 * @keywords bridge cross water gap river path walkway
 * @needs a block for every gap on the way
 * @example buildBridge(bot, bot.findBlocks({ matching: mcData.blocksByName.water.id, maxDistance: 48, count: 64
 *   }).at(-1))
 * @give cobblestone=32
 */
async function buildBridge (bot, to, item = 'any') {
  const LONGEST = 64
  const end = asPlace(to, 'to').floored()
  const start = bot.entity.position.floored().offset(0, -1, 0)
  const [dx, dz] = [end.x - start.x, end.z - start.z]
  const length = Math.abs(dx) + Math.abs(dz)
  if (!length || length > LONGEST) throw fail('BAD_ARGUMENT', `a bridge is 1 to ${LONGEST} blocks long, not ${length}`)
  const places = []
  let [x, z] = [0, 0]
  while (x !== dx || z !== dz) { // a step at a time, so that each block has the last one beside it
    if (Math.abs(dx - x) >= Math.abs(dz - z)) x += Math.sign(dx - x)
    else z += Math.sign(dz - z)
    places.push(start.offset(x, 0, z))
  }
  const { placed } = await layBlocks(bot, places, item, `a bridge of ${length}`)
  const last = places.at(-1)
  await walk(bot, new GoalNear(last.x, last.y + 1, last.z, 1), 'the end of the bridge')
  return { placed, length }
}
module.exports = buildBridge
