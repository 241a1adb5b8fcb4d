'use strict'
/** Kills mobs until the bot holds `count` of `item`; if another bot was faster, it looks for the next mob. */
async function cull (bot, mob, item, count) {
  const held = () => bot.inventory.count(mcData.itemsByName[item].id)
  while (held() < count) {
    try {
      await killMob(bot, mob)
    } catch (error) {
      if (error.code !== 'NO_EFFECT') throw error
    }
  }
}
module.exports = cull
