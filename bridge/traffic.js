'use strict'
/**
 * How many bytes went over this process's TCP connections, each way; and the network's delay, which is a tick.
 *
 * A connection is known by its client's port, on both its ends. The wire to the supervisor is none: it is no TCP. What
 * a server sends is kept until it is delivered, so that nobody has an answer within the tick in which it asked. The
 * end of a connection waits for nothing: whoever leaves while the world stands still, leaves.
 */
const { subscribe } = require('node:diagnostics_channel')

function watchTraffic () {
  const connections = new Set()
  const add = side => ({ socket }) => {
    const connection = { socket, side, port: null, deliver: side === 'client' ? keepInput(socket) : () => {} }
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  }
  subscribe('net.client.socket', add('client'))
  subscribe('net.server.socket', add('server'))

  /** Hands over all that came until now. */
  function deliver () {
    for (const connection of connections) connection.deliver()
  }

  /** Before it is connected a client's port would be read, and remembered, as 0. */
  function portOf (connection) {
    const { socket, side } = connection
    if (connection.port === null && !socket.connecting) connection.port = (side === 'server' ? socket.remotePort : socket.localPort) ?? null
    return connection.port
  }

  /** `open`: [port, 'client' or 'server', bytes written, bytes read, be they kept or handed on]; `connecting`: without a port yet. */
  function report () {
    const open = []
    let connecting = 0
    for (const connection of connections) {
      const { socket, side } = connection
      const port = portOf(connection)
      if (port !== null) open.push([port, side, socket.bytesWritten, socket.bytesRead - socket.readableLength])
      else if (!socket.destroyed) connecting++
    }
    return { open, connecting }
  }

  function total () {
    let bytes = 0
    for (const { socket } of connections) bytes += socket.bytesWritten + socket.bytesRead
    return bytes
  }

  return { report, total, deliver }
}

/** Keeps what is read until it is asked for by the answered function, or until the end. */
function keepInput (socket) {
  const push = socket.push.bind(socket)
  let kept = []
  function deliver () {
    if (kept.length === 0 || socket.destroyed) return
    const bytes = Buffer.concat(kept)
    kept = []
    push(bytes)
  }
  socket.push = chunk => {
    if (chunk === null) {
      deliver()
      return push(null)
    }
    kept.push(chunk)
    return true // there is room: the socket goes on reading
  }
  return deliver
}

module.exports = { watchTraffic }
