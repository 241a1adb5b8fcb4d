'use strict'
/**
 * Plans how to obtain more of an item from held items and sources in sight: steps { gather }, { craft } and
 * { smelt } in order.
 * @internal
 * @param {string} goal - the item
 * @param {number} count - how many more
 * @param {Set} barred - raw items that cannot be obtained
 * @keywords plan recipe materials
 * @needs nothing
 * @example planFor(bot, 'bookshelf', 1, new Set())
 */
async function planFor (bot, goal, count, barred) {
  const plan = await bot.planFor(goal, count, [...barred])
  if (!plan) throw fail('NO_EFFECT', `no planner is available to plan how to get ${count} ${goal}`)
  const lacking = Object.entries(plan.lacking).map(([item, n]) => `${n} ${item}`)
  if (lacking.length) {
    throw fail('MISSING_ITEM', `cannot make ${count} ${goal}: this world yields no ${lacking.join(', ')}`)
  }
  return plan.steps
}
module.exports = planFor
