'use strict'
/** Goes to `player`, who is met at `place` when out of sight, and hands over `count` of `item`; how many arrived. */
async function deliver (bot, player, item, count, place) {
  await meet(bot, player, ...(place ?? []))
  await giveItem(bot, player, item, count)
  return count
}
module.exports = deliver
