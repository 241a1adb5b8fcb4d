'use strict'
/**
 * How many bytes went over this process's TCP connections, each way.
 *
 * A connection is known by its client's port, on both its ends. The wire to the supervisor is none: it is no TCP.
 */
const { subscribe } = require('node:diagnostics_channel')

function watchTraffic () {
  const connections = new Set()
  const add = side => ({ socket }) => {
    const connection = { socket, side, port: null }
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  }
  subscribe('net.client.socket', add('client'))
  subscribe('net.server.socket', add('server'))

  /** Before it is connected a client's port would be read, and remembered, as 0. */
  function portOf (connection) {
    const { socket, side } = connection
    if (connection.port === null && !socket.connecting) connection.port = (side === 'server' ? socket.remotePort : socket.localPort) ?? null
    return connection.port
  }

  /** `open`: [port, 'client' or 'server', bytes written, bytes read and handed on]; `connecting`: without a port yet. */
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

  return { report, total }
}

module.exports = { watchTraffic }
