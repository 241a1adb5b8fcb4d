'use strict'
/** Breaks blocks of a kind, wherever they stand and whosever they are, until `count` of `item` are held. */
async function ransack (bot, block, item, count) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  while (held() < count) await mineBlock(bot, block, 1)
}
module.exports = ransack
