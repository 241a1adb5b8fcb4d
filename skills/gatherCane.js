'use strict'
/**
 * Cuts sugar cane above the lowest block, so that it grows again.
 * @param {number} [count=3] - how many canes
 * @keywords sugar cane reed paper harvest cut pond
 * @needs sugar cane that is at least two blocks high, in sight or to be found
 * @example gatherCane(bot, 9)
 * @expect sugar_cane=9
 */
async function gatherCane (bot, count = 3) {
  const SIGHT = rules.distances.blocks
  const wanted = wholeNumber(count)
  const since = holdings(bot).sugar_cane ?? 0
  const gained = () => (holdings(bot).sugar_cane ?? 0) - since
  while (gained() < wanted) {
    let ripe
    try {
      ripe = await lookFor(bot, () => cuttable().length, 'sugar cane that is taller than one block')
    } catch (error) {
      throw tellMore(error, `got ${gained()} of ${wanted} sugar cane; ${canes().length} plants are left to grow again`)
    }
    await mineBlock(bot, 'sugar_cane', Math.min(ripe, wanted - gained()))
  }
  return { sugar_cane: gained() }

  function canes () {
    return bot.findBlocks({ matching: mcData.blocksByName.sugar_cane.id, maxDistance: SIGHT, count: 192 })
  }
  function cuttable () {
    return canes().filter(p => bot.blockAt(p.offset(0, -1, 0))?.name === 'sugar_cane' && bot.mayDig(p))
  }
}
module.exports = gatherCane
