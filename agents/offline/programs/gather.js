'use strict'
/** Mines `source` until `count` of `item` are held; looks around first, towards `heading`, when it is given. */
async function gather (bot, source, item, count, heading) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  if (heading) await exploreUntil(bot, new Vec3(...heading), 30, () => bot.findBlock({ matching: mcData.blocksByName[source].id, maxDistance: 32 }))
  while (held() < count) await mineBlock(bot, source, count - held())
}
module.exports = gather
