'use strict'
/**
 * A mob that died stays in sight for a second. From its death on, its `isValid` is false, as if it had been removed, so
 * that no skill hunts it again. A player's is left as it is, since a player comes back.
 */
module.exports = function inject (bot) {
  bot.on('entityDead', entity => { if (entity.type !== 'player') entity.isValid = false })
}
