'use strict'
/**
 * When a player leaves, ends the timer that sent this player the latencies of all others.
 *
 * Fills a gap: flying-squid starts an interval for each player that joins, right after it sends the list of players,
 * and never ends it; the interval also keeps players in memory who have left.
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

/** Ensures that the next interval started in this turn of the event loop ends when the player leaves. */
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
