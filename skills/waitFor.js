'use strict'
/**
 * Waits until a player or a block is near, or until the bot holds enough of an item.
 * @param {string} who - the name of a player or item or, with a place, of a block, e.g. furnace
 * @param {number} [count=4] - for a player, how close, in blocks; for an item, how many the bot must hold; for a block,
 *   how close to the place
 * @param {number} [seconds=120] - maximum wait in seconds of game time
 * @param {Vec3} [place] - a place near which to wait for a block, e.g. one that another player sets up
 * @keywords wait await until player comes arrives patience crew block table furnace chest placed stands set up
 * @needs another player, who comes, brings the item or sets up the block
 * @example waitFor(bot, 'oak_log', 2)
 * @with giveItem(bot, 'Alice', Object.keys(await mineBlock(bot, 'oak_log', 2))[0], 2)
 * @expect oak_log=2
 */
async function waitFor (bot, who, count = 4, seconds = 120, place = null) {
  const LOOK = 5 // ticks
  const wanted = wholeNumber(count)
  const limit = wholeNumber(seconds, 'seconds')
  const start = bot.tick
  if (place !== null && place !== undefined) return waitForBlock(lookUp('block', who), asPlace(place, 'place'))
  const player = Object.hasOwn(bot.players, String(who)) ? String(who) : null
  if (player === bot.username) throw fail('BAD_ARGUMENT', 'a bot cannot wait for itself')
  if (!player && /^[A-Z]/.test(String(who))) {
    throw fail('NOT_FOUND', `no player ${String(who).slice(0, 40)} in this world`)
  }
  const item = player ? null : lookUp('item', who).name
  const away = () => bot.players[player]?.entity?.position.distanceTo(bot.entity.position) ?? Infinity
  const there = () => player ? away() <= wanted : (holdings(bot)[item] ?? 0) >= wanted
  while (!there() && bot.tick - start < 20 * limit) await bot.waitForTicks(LOOK)
  if (there()) return { waited: (bot.tick - start) / 20 }
  if (item) {
    throw fail('NOT_RECEIVED', `the bot holds ${holdings(bot)[item] ?? 0} of ${wanted} ${item} after ${limit} s`)
  }
  const where = Number.isFinite(away()) ? `${away().toFixed(0)} blocks away` : 'out of sight'
  throw fail('NOT_FOUND', `${player} did not come within ${wanted} blocks in ${limit} s: ${where}`)

  async function waitForBlock (kind, point) {
    const find = () => bot.findBlock({ point, matching: kind.id, maxDistance: wanted })
    let block = find()
    while (!block && bot.tick - start < 20 * limit) {
      await bot.waitForTicks(LOOK)
      block = find()
    }
    if (block) return { waited: (bot.tick - start) / 20, place: block.position }
    throw fail('NOT_FOUND', `no ${kind.name} within ${wanted} blocks of ${coordinates(point)} in ${limit} s`)
  }
}
module.exports = waitFor
