'use strict'
/**
 * Limits the size of a client's packets, as in Minecraft, and how many of them may arrive at once. A client that sends
 * more is disconnected before the data is read.
 *
 * Fills a gap: minecraft-protocol collects packets of any length, rescans the whole packet with each piece, and
 * unpacks it to any size: 300 kB on the wire became 1 GB here. If data is not a packet at all, minecraft-protocol
 * throws an error in the socket's event handler.
 */

const zlib = require('node:zlib')
const real = require('../../bridge/realtime')
const { chatLimit } = require('../../game/facts')

const LARGEST = 2 ** 21 // bytes, packed or not
const MOST = 1000 // packets in a tick, or in a second of a world that stands still: a flood is one tick without an end
const SECOND_MS = 1000

module.exports.server = function (serv) {
  /** Ignores everything else from a client, whether it is on its way or has already been read. */
  serv.deafenTo = client => client.deserializer.removeAllListeners('data').resume()

  function cut (client, error) {
    client.emit('error', error)
    serv.deafenTo(client)
    client.socket.destroy()
  }

  serv._server.on('connection', client => {
    const { splitter } = client
    const split = splitter._transform
    splitter._transform = function (chunk, encoding, done) {
      try {
        split.call(splitter, chunk, encoding, done)
      } catch (error) {
        return cut(client, error)
      }
      if (splitter.buffer.length > LARGEST) cut(client, new Error(`a packet of more than ${LARGEST} bytes`))
    }
  })

  serv._server.on('login', client => { // from now on packets may be packed
    const { decompressor } = client
    decompressor._transform = function (chunk, encoding, done) {
      // The unpacked length stands before the data; 0 means that it is not packed.
      const plain = chunk.findIndex(byte => byte < 0x80) + 1
      try {
        const rest = chunk.subarray(plain)
        decompressor.push(
          chunk[0] === 0
            ? rest
            : zlib.inflateSync(rest, { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: LARGEST })
        )
      } catch (error) {
        return cut(client, error)
      }
      done()
    }

    let [tick, since, count] = [serv.tickCount, real.now(), 0]
    client.on('packet', () => {
      const isOver = tick !== serv.tickCount || real.now() - since > SECOND_MS
      if (isOver) [tick, since, count] = [serv.tickCount, real.now(), 0]
      if (++count > MOST) cut(client, new Error(`more than ${MOST} packets at once`))
    })
  })

  serv.on('newPlayer', ({ _client: client }) => {
    const [hear] = client.listeners('chat')
    client.removeAllListeners('chat')
    client.on('chat', packet => {
      const { length } = packet.message
      if (length > chatLimit) return cut(client, new Error(`a line of chat of ${length} characters`))
      hear(packet)
    })
  })
}
