'use strict'
/**
 * Waits for items that another player brings, and picks up items that fall nearby. Items that somebody else throws do
 * not count, unless both throw from one spot, so that nobody can tell who threw them.
 * @param {string} player - who brings them
 * @param {string} name - item
 * @param {number} [count=1] - how many more are to come from that player, besides what is held
 * @param {number} [seconds=120] - maximum wait, in game time
 * @keywords receive get accept take handed delivery crew
 * @needs nothing
 * @example receiveItem(bot, 'Bob', 'oak_log', 2)
 * @with giveItem(bot, 'Alice', Object.keys(await mineBlock(bot, 'oak_log', 2))[0], 2)
 * @expect oak_log=2
 */
async function receiveItem (bot, player, name, count = 1, seconds = 120) {
  const around = rules.distances.handOver + 1 // what lies there is meant for it, if it was thrown too far, too
  const item = lookUp('item', name).name
  const wanted = wholeNumber(count)
  const end = bot.tick + 20 * wholeNumber(seconds, 'seconds')
  const from = otherPlayer(bot, player, 'receive from')
  if (!hasRoomFor(bot, item)) throw fail('INVENTORY_FULL', `no room for ${item}`)
  const since = holdings(bot)[item] ?? 0
  const received = receipts(bot)
  const others = () => Object.entries(received.others(from, item))
  const gained = () => (holdings(bot)[item] ?? 0) - since - others().reduce((sum, [, count]) => sum + count, 0)
  const lying = () => dropsNear(bot, bot.entity.position, around, [item])
  try { await wait() } finally { received.stop() }
  if (gained() >= wanted) return { [item]: gained() }
  const besides = others().map(([name, count]) => `; ${count} came from ${name}`).join('')
  const giver = bot.players[from]?.entity
  const where = giver ? `${giver.position.distanceTo(bot.entity.position).toFixed(0)} blocks away` : 'out of sight'
  throw fail(
    'NOT_RECEIVED',
    `received ${gained()} of ${wanted} ${item} from ${from} in ${seconds} s${besides}; ${from} is ${where}`
  )

  async function wait () {
    for (let quiet = 0; gained() < wanted && bot.tick < end;) {
      await bot.waitForTicks(4)
      quiet = lying().length ? quiet + 1 : 0
      if (quiet < 20) continue // the giver's throw needs two seconds before it can be picked up
      await collectDrops(bot, {
        place: bot.entity.position, radius: around, names: [item], enough: wanted - gained(), patience: 4
      })
      quiet = 0
    }
  }
}
module.exports = receiveItem
