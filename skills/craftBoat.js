'use strict'
/**
 * Makes a boat from held wood or the nearest trees.
 * @param {string} [wood=any] - oak, birch, spruce, jungle, acacia, dark_oak, or any
 * @keywords boat ship water sail row wood
 * @needs five planks of one wood and a crafting table, or trees
 * @example craftBoat(bot)
 * @expect oak_boat=1
 */
async function craftBoat (bot, wood = 'any') {
  const WOODS = ['oak', 'birch', 'spruce', 'jungle', 'acacia', 'dark_oak']
  const asked = choiceOf(String(wood).trim().toLowerCase(), WOODS, 'wood', 'any')
  const held = holdings(bot)
  const planks = kind => (held[`${kind}_planks`] ?? 0) + 4 * (held[`${kind}_log`] ?? 0)
  const [most] = [...WOODS].sort((a, b) => planks(b) - planks(a))
  if (asked !== 'any') return make(bot, `${asked}_boat`, 1)
  if (planks(most)) return make(bot, `${most}_boat`, 1)
  const logs = WOODS.map(kind => `${kind}_log`)
  const nearest = await lookFor(bot, () => inSight(bot, { blocks: logs }), 'trees')
  return make(bot, nearest.replace('_log', '_boat'), 1)
}
module.exports = craftBoat
