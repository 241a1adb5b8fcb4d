'use strict'
/**
 * Returns whether a sheep has been shorn and has no wool.
 * @internal
 * @param {object} sheep - an entity
 * @keywords sheep wool shear
 * @needs nothing
 * @example isBare(bot.nearestEntity(e => e.name === 'sheep'))
 */
function isBare (sheep) {
  const { metadata, bare } = rules.sheep
  return Boolean((sheep.metadata?.[metadata] ?? 0) & bare)
}
module.exports = isBare
