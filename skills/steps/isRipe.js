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
  const RIPE = { wheat: 7, carrots: 7, potatoes: 7, beetroots: 3, nether_wart: 3, cocoa: 2 } // ages
  return !Object.hasOwn(RIPE, block?.name) || Number(block.getProperties().age) === RIPE[block.name]
}
module.exports = isRipe
