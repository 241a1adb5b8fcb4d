'use strict'
/**
 * How many bytes went over this process's TCP connections, each way; and the network's delay, which is a tick.
 *
 * A connection is known by its client's port, on both its ends. The wire to the supervisor is none: it is no TCP. What
 * a server sends is kept until it is delivered, so that nobody has an answer within the tick in which it asked; what
 * clients send is so only if asked for. The end of a connection waits for nothing: whoever leaves while the world
 * stands still, leaves.
 */
const { subscribe } = require('node:diagnostics_channel')

function watchTraffic () {
  const connections = new Set()
  let all = false
  const add = side => ({ socket }) => {
    const connection = { socket, side, port: null, input: keepInput(socket, () => all || side === 'client') }
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  }
  subscribe('net.client.socket', add('client'))
  subscribe('net.server.socket', add('server'))

  /** Functions that hand over all that came until now, one for each connection that has something. */
  function kept () {
    return [...connections].filter(({ input }) => input.waits).map(({ input }) => input.deliver)
  }

  /** Before it is connected a client's port would be read, and remembered, as 0. */
  function portOf (connection) {
    const { socket, side } = connection
    if (connection.port === null && !socket.connecting) {
      connection.port = (side === 'server' ? socket.remotePort : socket.localPort) ?? null
    }
    return connection.port
  }

  /**
   * `open`: [port, 'client' or 'server', bytes written, bytes read, be they kept or handed on], where the end counts as
   * one more; `connecting`: without a port yet.
   */
  function report () {
    const open = []
    let connecting = 0
    for (const connection of connections) {
      const { socket, side, input } = connection
      const port = portOf(connection)
      const written = socket.bytesWritten + Number(socket.writableEnded)
      const read = socket.bytesRead - socket.readableLength + Number(input.ended)
      if (port !== null) open.push([port, side, written, read])
      else if (!socket.destroyed) connecting++
    }
    return { open, connecting }
  }

  function total () {
    let bytes = 0
    for (const { socket } of connections) bytes += socket.bytesWritten + socket.bytesRead
    return bytes
  }

  return { report, total, kept, keepAll (yes) { all = yes } }
}

/** Keeps what is read, while it is told to, until it is to be delivered, in one piece, or until the end. */
function keepInput (socket, keeps) {
  const push = socket.push.bind(socket)
  let kept = []
  let ended = false
  function deliver () {
    const bytes = Buffer.concat(kept)
    kept = []
    if (bytes.length > 0 && !socket.destroyed) push(bytes)
  }
  socket.push = chunk => {
    if (chunk !== null && keeps()) {
      kept.push(chunk)
      return true // there is room: the socket goes on reading
    }
    deliver()
    ended ||= chunk === null
    return push(chunk)
  }
  return { deliver, get waits () { return kept.length > 0 }, get ended () { return ended } }
}

module.exports = { watchTraffic }
