'use strict'
/**
 * Walks in the direction `heading` for up to `seconds` until a block, or a mob that belongs to nobody, with one of the
 * `names` is in sight; otherwise comes back.
 */
async function seek (bot, names, heading, seconds) {
  const start = bot.entity.position.floored()
  const ids = names.filter(n => mcData.blocksByName[n]).map(n => mcData.blocksByName[n].id)
  const found = () =>
    (ids.length > 0 && bot.findBlock({ matching: ids, maxDistance: rules.distances.blocks })) ||
    bot.nearestEntity(e => names.includes(e.name) && !ownerOf(e))
  if (await exploreUntil(bot, new Vec3(...heading), seconds, found)) return
  const end = bot.entity.position
  await goTo(bot, start.x, start.y, start.z, 2)
  const away = end.distanceTo(start).toFixed(0)
  throw fail('NOT_FOUND', `no ${names.join(' or ')} found within ${seconds} s, ${away} blocks from the start`)
}
module.exports = seek
