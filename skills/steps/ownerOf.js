'use strict'
/**
 * Returns the name on an animal's name tag, which is that of its owner; null if it belongs to nobody.
 * @internal
 * @param {object} animal - an entity
 * @keywords owner tag name whose
 * @needs nothing
 * @example ownerOf(bot.nearestEntity(e => e.name === 'sheep'))
 */
function ownerOf (animal) {
  return animal.owner
}
module.exports = ownerOf
