'use strict'
/**
 * Sends all packets to a client that are written in one turn of the event loop in one piece.
 *
 * Fills a gap: minecraft-protocol hands each packet to the system on its own. Every step of a player is told to all
 * others, so in a world of sixteen players the server spent half of its computing on these calls. A socket that is
 * destroyed in the turn of a packet, instead of ended, does not send that packet.
 */

const real = require('../../bridge/realtime')

module.exports.server = function (serv) {
  serv._server.on('connection', ({ socket }) => {
    const write = socket.write
    let waits = false
    socket.write = function (...args) {
      if (!waits) {
        waits = true
        socket.cork()
        real.setImmediate(() => {
          waits = false
          socket.uncork()
        })
      }
      return write.apply(socket, args)
    }
  })
}
