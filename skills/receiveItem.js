'use strict'
/**
 * Waits for items that another player brings, and picks up items that fall nearby.
 * @param {string} player - who brings them
 * @param {string} name - item
 * @param {number} [count=1] - how many more
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
  const gained = () => (holdings(bot)[item] ?? 0) - since
  const lying = () => dropsNear(bot, bot.entity.position, around, [item])
  for (let quiet = 0; gained() < wanted && bot.tick < end;) {
    await bot.waitForTicks(4)
    quiet = lying().length ? quiet + 1 : 0
    if (quiet < 20) continue // the giver's throw needs two seconds before it can be picked up
    await collectDrops(bot, {
      place: bot.entity.position, radius: around, names: [item], enough: wanted - gained(), patience: 4
    })
    quiet = 0
  }
  if (gained() >= wanted) return { [item]: gained() }
  const giver = bot.players[from]?.entity
  const where = giver ? `${giver.position.distanceTo(bot.entity.position).toFixed(0)} blocks away` : 'out of sight'
  throw fail(
    'NOT_RECEIVED',
    `received ${gained()} of ${wanted} ${item} from ${from} in ${seconds} s; ${from} is ${where}`
  )
}
module.exports = receiveItem
