'use strict'
/**
 * Kills mobs until the bot holds `count` of `item`; first goes to `start.to`, or walks in the direction `start.towards`
 * until it has found one.
 */
async function hunt (bot, mob, item, count, start) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  if (start?.to) await goTo(bot, ...start.to, 4)
  const found = () => bot.nearestEntity(e => e.name === mob && e.isValid && !ownerOf(e))
  if (start?.towards && !await exploreUntil(bot, new Vec3(...start.towards), 15, found)) {
    throw fail('NOT_FOUND', `no ${mob} found within 15 s`)
  }
  while (held() < count) await killMob(bot, mob)
}
module.exports = hunt
