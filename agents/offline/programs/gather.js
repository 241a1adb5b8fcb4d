'use strict'
/**
 * Mines `source` until the bot holds `count` of `item`; first goes to `start.to`, or walks in the direction
 * `start.towards` until it has found some.
 */
async function gather (bot, source, item, count, start) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  if (start?.to) await goTo(bot, ...start.to, 4)
  const near = () => bot.findBlocks({ matching: mcData.blocksByName[source].id, maxDistance: 32, count: 64 })
  const found = () => near().some(p => bot.mayDig(p))
  if (start?.towards && !await exploreUntil(bot, new Vec3(...start.towards), 15, found)) {
    throw fail('NOT_FOUND', `no ${source} found within 15 s`)
  }
  while (held() < count) await mineBlock(bot, source, count - held())
}
module.exports = gather
