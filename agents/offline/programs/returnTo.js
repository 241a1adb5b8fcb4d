'use strict'
/** Goes back to `place`, where the bot's station stands, and makes something there with `skill`. */
async function returnTo (bot, place, skill, ...args) {
  await goTo(bot, ...place, 4)
  return await { craftItem, smeltItem }[skill](bot, ...args)
}
module.exports = returnTo
