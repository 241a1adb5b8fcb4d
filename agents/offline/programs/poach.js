'use strict'
/** Kills animals of `owner` until the bot holds `count` of `item`. */
async function poach (bot, mob, owner, item, count) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  while (held() < count) await killMob(bot, mob, 120, owner)
}
module.exports = poach
