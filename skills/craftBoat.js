'use strict'
/**
 * Makes a boat, of the wood of which most is held or whose trees stand nearest.
 * @param {string} [wood=any] - oak, birch, spruce, jungle, acacia, dark_oak, or any
 * @keywords boat ship water sail row wood
 * @needs five planks of one wood and a crafting table, or trees
 * @example craftBoat(bot)
 * @expect oak_boat=1
 */
async function craftBoat (bot, wood = 'any') {
  const WOODS = ['oak', 'birch', 'spruce', 'jungle', 'acacia', 'dark_oak']
  const asked = String(wood).trim().toLowerCase()
  if (asked !== 'any' && !WOODS.includes(asked)) {
    throw fail('BAD_ARGUMENT', `wood has to be any or one of ${WOODS.join(', ')}, not '${asked.slice(0, 40)}'`)
  }
  const held = holdings(bot)
  const planks = kind => (held[`${kind}_planks`] ?? 0) + 4 * (held[`${kind}_log`] ?? 0)
  const [most] = [...WOODS].sort((a, b) => planks(b) - planks(a))
  const logs = WOODS.map(kind => `${kind}_log`)
  const kind =
    asked !== 'any'
      ? asked
      : planks(most)
        ? most
        : (await lookFor(bot, () => inSight(bot, { blocks: logs }), 'trees')).replace('_log', '')
  return make(bot, `${kind}_boat`, 1)
}
module.exports = craftBoat
