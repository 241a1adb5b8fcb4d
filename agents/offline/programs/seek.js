'use strict'
/** Walks towards `heading` for `seconds` until a block or mob of one of `names` is in sight. */
async function seek (bot, names, heading, seconds) {
  const ids = names.filter(n => mcData.blocksByName[n]).map(n => mcData.blocksByName[n].id)
  return exploreUntil(bot, new Vec3(...heading), seconds, () =>
    (ids.length > 0 && bot.findBlock({ matching: ids, maxDistance: 48 })) || bot.nearestEntity(e => names.includes(e.name)))
}
module.exports = seek
