'use strict'
/**
 * Tells whether a block is ready to harvest: a crop only when it is ripe, any other block always.
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
