'use strict'
/**
 * Returns the name of the nearest visible block or mob that yields a raw item, or null.
 * @internal
 * @param {object} source - a result of sourceOf
 * @keywords see find near
 * @needs nothing
 * @example inSight(bot, sourceOf('coal'))
 */
function inSight (bot, source) {
  const { blocks, mobs } = rules.distances
  const here = bot.entity.position
  if (source.mob) {
    const isPrey = e => e.name === source.mob && e.isValid && !ownerOf(e) && e.position.distanceTo(here) <= mobs
    const mob = bot.nearestEntity(isPrey)
    return mob ? source.mob : null
  }
  return source.blocks
    .map(name => ({ name, place: nextBlock(bot, name, 1, blocks, new Map())?.place }))
    .filter(({ place }) => place && bot.mayDig(place))
    .sort((a, b) => a.place.distanceTo(here) - b.place.distanceTo(here))[0]?.name ?? null
}
module.exports = inSight
