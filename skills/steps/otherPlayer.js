'use strict'
/**
 * Checks that an argument names another player of this world and returns the name.
 * @internal
 * @param {string} player - the value that the caller received
 * @param {string} deed - what is done with the player, for the error message
 * @keywords player argument check
 * @needs nothing
 * @example otherPlayer(bot, 'Bob', 'meet')
 */
function otherPlayer (bot, player, deed) {
  const name = String(player)
  if (name === bot.username) throw fail('BAD_ARGUMENT', `a bot cannot ${deed} itself`)
  if (!Object.hasOwn(bot.players, name)) throw fail('NOT_FOUND', `no player ${name.slice(0, 40)} in this world`)
  return name
}
module.exports = otherPlayer
