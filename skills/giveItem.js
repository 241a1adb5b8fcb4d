'use strict'
/**
 * Gives items to another player: walks there, throws them, and makes sure that they were received.
 * @param {string} player - the receiver
 * @param {string} name - item
 * @param {number} [count=1] - how many
 * @param {Vec3} [place] - where to go and wait for the player, for up to a minute; default: it walks to the player
 * @keywords hand over share deliver toss throw bring present
 * @needs the items in the inventory; the player in sight
 * @example giveItem(bot, 'Bob', 'paper', 3)
 * @give paper=3
 * @with meet(bot, 'Alice')
 */
async function giveItem (bot, player, name, count = 1, place = null) {
  const to = String(player)
  if (to === bot.username) throw fail('BAD_ARGUMENT', 'a bot cannot give items to itself')
  mustHold(bot, lookUp('item', name), wholeNumber(count), 'give')
  if (place !== null && place !== undefined) await waitAt(asPlace(place, 'place').floored())
  return giveAll(bot, to, { [lookUp('item', name).name]: count })

  async function waitAt (spot) {
    const where = coordinates(spot)
    await walk(bot, new GoalNear(spot.x, spot.y, spot.z, 2), where)
    const there = () => bot.players[to]?.entity?.position.distanceTo(spot) <= rules.distances.meetingPlace
    if (await waitUntil(bot, there, 240, 5)) return
    throw fail('NOT_RECEIVED', `${to} did not come to ${where} within a minute; nothing was given`)
  }
}
module.exports = giveItem
