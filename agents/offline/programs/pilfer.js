'use strict'
/** Takes `count` of `item` out of the chests in sight, whoever owns them. */
async function pilfer (bot, item, count) {
  await fetchFromChests(bot, { [item]: count })
}
module.exports = pilfer
