'use strict'
/** Kills mobs until `count` of `item` are held; looks around first, towards `heading`, when it is given. */
async function hunt (bot, mob, item, count, heading) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  if (heading) await exploreUntil(bot, new Vec3(...heading), 30, () => bot.nearestEntity(e => e.name === mob))
  while (held() < count) await killMob(bot, mob)
}
module.exports = hunt
