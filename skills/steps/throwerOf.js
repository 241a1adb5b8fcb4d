'use strict'
/**
 * Returns the name of the player that has just thrown an item: the one near whose hand it begins, nearer than to any
 * other's, as far as places and gazes tell. Returns null if nobody is near, or if two stand in one spot and look the
 * same way.
 * @internal
 * @param {Vec3} position - where the item is first seen
 * @keywords item thrown hand over
 * @needs nothing
 * @example throwerOf(bot, entity.position)
 */
function throwerOf (bot, position) {
  const BELOW_EYES = 0.3 // where a thrown item begins
  const AHEAD = [0, 0.3] // on a Minecraft server, and on ours
  const NEAR = 1.5 // blocks; it may have flown for a tick
  const [first, second] = Object.values(bot.players).filter(({ entity }) => entity)
    .map(({ username, entity }) => ({ username, away: Math.min(...AHEAD.map(ahead => away(entity, ahead))) }))
    .sort((a, b) => a.away - b.away)
  return first?.away < NEAR && !(second?.away <= first.away) ? first.username : null

  function away ({ position: feet, yaw, pitch }, ahead) {
    const gaze = new Vec3(-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch))
    return feet.offset(0, rules.distances.eyes - BELOW_EYES, 0).plus(gaze.scaled(ahead)).distanceTo(position)
  }
}
module.exports = throwerOf
