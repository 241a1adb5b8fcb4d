'use strict'
/**
 * Tells whether a block yields what it is grown for: a crop only when it is ripe, anything else always.
 * @internal
 * @param {object} block - one of bot.blockAt
 * @keywords crop ripe age
 * @needs nothing
 * @example isRipe(bot.blockAt(place))
 */
function isRipe (block) {
  const crop = rules.crops[block?.name]
  return !crop || Number(block.getProperties().age) === crop.ripe
}
module.exports = isRipe
