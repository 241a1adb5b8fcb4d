'use strict'
/** Waits at `place` until the bot holds what is wanted, or the time is over. */
async function receive (bot, wanted, place, seconds = 60) {
  const missing = () => Object.entries(wanted)
    .map(([name, count]) => [name, count - bot.inventory.count(mcData.itemsByName[name].id)])
    .filter(([, count]) => count > 0)
  if (missing().length > 0) await goTo(bot, ...place, rules.distances.handOver - 1)
  const end = bot.tick + seconds * 20
  while (missing().length > 0) {
    if (bot.tick > end) {
      const list = missing().map(([name, count]) => `${count} ${name}`).join(', ')
      throw fail('NOT_RECEIVED', `still waiting for ${list}`)
    }
    await bot.waitForTicks(4)
  }
}
module.exports = receive
