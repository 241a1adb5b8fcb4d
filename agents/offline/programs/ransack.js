'use strict'
/** Breaks blocks of a kind, wherever they are and whoever owns them, until the bot holds `count` of `item`. */
async function ransack (bot, block, item, count) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  while (held() < count) await mineBlock(bot, block, 1)
}
module.exports = ransack
