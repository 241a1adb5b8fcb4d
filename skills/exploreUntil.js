'use strict'
/**
 * Walks in a direction, e.g. 'north', until a check succeeds or a named block or mob is found.
 * @param {string|Vec3} direction - one of the eight compass directions, e.g. 'north' or 'north-east', or 'down', or a
 *   vector such as new Vec3(1, 0, -1). Only the signs of x and z count, or the sign of y if both are 0. If the
 *   direction is down, the bot digs as far as it can
 * @param {number} [maxTime=60] - seconds of game time
 * @param {function} [callback] - the check, called twice per second, or the name of a block or mob to look for;
 *   default: it walks until the time is over
 * @keywords search explore look find discover
 * @needs ground to walk on
 * @returns what the check returned, or null when the time is over; fails if a named block or mob is not found
 * @example exploreUntil(bot, new Vec3(-1, 0, 0), 60, () => bot.findBlock({ matching: block =>
 *   block.name.endsWith('_log'), maxDistance: 8 }))
 */
async function exploreUntil (bot, direction, maxTime = 60, callback = () => false) {
  const STEP = 20
  const NAMED = {
    north: new Vec3(0, 0, -1),
    northeast: new Vec3(1, 0, -1),
    east: new Vec3(1, 0, 0),
    southeast: new Vec3(1, 0, 1),
    south: new Vec3(0, 0, 1),
    southwest: new Vec3(-1, 0, 1),
    west: new Vec3(-1, 0, 0),
    northwest: new Vec3(-1, 0, -1),
    down: new Vec3(0, -1, 0)
  }
  const way = typeof direction === 'string' ? named(direction) : asPlace(direction, 'direction')
  if (way.x === 0 && way.y === 0 && way.z === 0) throw fail('BAD_ARGUMENT', 'direction must not be zero')
  const seconds = Math.min(Number(maxTime), 1200)
  if (!(seconds > 0)) throw fail('BAD_ARGUMENT', 'maxTime has to be a number of seconds above 0')
  const check = typeof callback === 'string' ? lookOut(callback) : callback
  if (typeof check !== 'function') {
    throw fail('BAD_ARGUMENT', 'callback has to be a function or the name of a block or mob')
  }
  const start = bot.entity.position
  const end = bot.tick + seconds * 20
  let found = await check()
  let asked = bot.tick
  let angle = Math.atan2(Math.sign(way.z), Math.sign(way.x))
  let quarrel = 1
  let climb = way.x === 0 && way.z === 0 ? Math.sign(way.y) : 0
  while (!found && bot.tick < end) {
    const here = bot.entity.position
    const goal = climb
      ? new GoalNear(here.x, here.y + STEP / 2 * climb, here.z, 3)
      : new GoalNearXZ(here.x + STEP * Math.cos(angle), here.z + STEP * Math.sin(angle), 3)
    try {
      await walk(bot, goal, 'the next stretch', stop)
    } catch (error) {
      if (error.code !== 'NO_PATH') throw error
      if (!climb) { // blocked: turn, each time further, left and right in turn
        angle += quarrel * Math.PI / 4
        quarrel = quarrel > 0 ? -quarrel - 1 : -quarrel + 1
      }
      climb = 0 // on the spot there is no way; from here on over the ground
      await bot.waitForTicks(1)
    }
    found ||= await check()
  }
  if (found) return found
  if (check === callback) return null // as in Voyager, whose skills look at it
  const walked = bot.entity.position.distanceTo(start).toFixed(0)
  throw fail('NOT_FOUND', `no ${callback} found within ${seconds} s; stopped ${walked} blocks from the start`)

  function stop () {
    if (bot.tick >= end) return true
    if (bot.tick - asked < 10) return false
    asked = bot.tick
    const answer = check()
    if (typeof answer?.then === 'function') answer.then(value => { found ||= value }, () => {})
    else found = answer
    return Boolean(found)
  }

  function named (text) {
    const name = text.toLowerCase().replace(/[-_ ]/g, '') // north-east, North East
    if (Object.hasOwn(NAMED, name)) return NAMED[name]
    throw fail('BAD_ARGUMENT', `direction has to be ${Object.keys(NAMED).join(', ')} or a vector such as [1, 0, 0]`)
  }

  function lookOut (name) {
    const block = mcData.blocksByName[name]
    if (block) return () => bot.findBlock({ matching: block.id, maxDistance: 32 })?.position ?? null
    const mob = lookUp('mob', name).name
    return () => bot.nearestEntity(e => e.name === mob)?.position ?? null
  }
}
module.exports = exploreUntil
