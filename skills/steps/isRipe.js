'use strict'
/**
 * Returns whether a block is ready to harvest. A crop must be ripe; any other block is always ready.
 * @internal
 * @param {object} block - a block that bot.blockAt returned
 * @keywords crop ripe age
 * @needs nothing
 * @example isRipe(bot.blockAt(place))
 */
function isRipe (block) {
  const crop = rules.crops[block?.name]
  return !crop || Number(block.getProperties().age) === crop.ripe
}
module.exports = isRipe
