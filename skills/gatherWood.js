'use strict'
/**
 * Fells trees for logs.
 * @param {number} [count=4] - how many logs
 * @param {string} [kind=any] - oak, birch, spruce, jungle, acacia, dark_oak, or any
 * @keywords wood log tree chop fell lumber timber oak birch
 * @needs trees of that kind, in sight or to be found
 * @example gatherWood(bot, 6, 'birch')
 * @expect birch_log=6
 */
async function gatherWood (bot, count = 4, kind = 'any') {
  const KINDS = ['oak', 'birch', 'spruce', 'jungle', 'acacia', 'dark_oak']
  const wanted = wholeNumber(count)
  const asked = choiceOf(String(kind).trim().toLowerCase().replace(/_log$/, ''), KINDS, 'kind', 'any')
  let logs = (asked === 'any' ? KINDS : [asked]).map(wood => `${wood}_log`)
  const before = holdings(bot)
  const gained = () => gainedSince(bot, before, '_log')
  const total = () => sumOf(gained())
  while (total() < wanted) {
    const nearest = await lookFor(bot, () => inSight(bot, { blocks: logs }), logs.join(' or '))
    try {
      await gatherRaw(bot, nearest, wanted - total())
    } catch (error) {
      logs = logs.filter(log => log !== nearest) // there may be enough of another kind
      if (!logs.length || error.code === 'INVENTORY_FULL') throw tellMore(error, `got ${total()} of ${wanted} logs`)
    }
  }
  return gained()
}
module.exports = gatherWood
