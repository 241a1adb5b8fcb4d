'use strict'
/**
 * Ensures that a crafting table or furnace is within walking distance. Returns null if there was one already, otherwise
 * the place where it was set up.
 * @internal
 * @param {string} station - crafting_table or furnace
 * @keywords table furnace place
 * @needs the station in the inventory, or what it is made of
 * @example haveStation(bot, 'furnace')
 */
async function haveStation (bot, station) {
  if (bot.findBlock({ matching: mcData.blocksByName[station].id, maxDistance: rules.distances.stations })) return null
  if (!holdings(bot)[station]) await make(bot, station, 1)
  return putDown(bot, station)
}
module.exports = haveStation
