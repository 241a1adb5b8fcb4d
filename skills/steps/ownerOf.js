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
  const { type, metadata } = animal
  const told = metadata?.[2] // as the protocol has it: the text of the tag
  if (type === 'player' || typeof told !== 'string') return null
  try { return JSON.parse(told).text || null } catch { return null }
}
module.exports = ownerOf
