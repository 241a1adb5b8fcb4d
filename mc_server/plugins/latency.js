'use strict'
/**
 * The latencies that a player is told of all others, for as long as it is there.
 *
 * Fills: flying-squid begins an interval for each player that joins, right behind the list of players, and never ends
 * it; whoever has left is held by it, too.
 */

module.exports.server = function (serv) {
  serv.on('newPlayer', () => {
    const send = serv._sendPlayerList // each newcomer brings its own
    serv._sendPlayerList = player => {
      send(player)
      holdNext(player)
    }
  })
}

/** The interval that is begun next, in the same breath, ends with the player. */
function holdNext (player) {
  const { setInterval } = globalThis
  const putBack = () => { globalThis.setInterval = setInterval }
  globalThis.setInterval = (...args) => {
    putBack()
    const timer = setInterval(...args)
    if (player.disconnected) clearInterval(timer) // it left while it joined
    else player.once('disconnected', () => clearInterval(timer))
    return timer
  }
  queueMicrotask(putBack)
}
