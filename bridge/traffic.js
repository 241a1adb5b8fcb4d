'use strict'
/**
 * Counts the bytes on this process's TCP connections in both directions, and gives the network a delay of one tick.
 *
 * On both sides, a connection is identified by its client's port. The wire to the supervisor is not counted, since it
 * does not use TCP. Data from a server is kept until it is delivered, so that nobody gets an answer in the same tick in
 * which it asks; data from clients is kept only on request. The end of a connection is never delayed: a client can
 * leave while the world is paused.
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

  /** For each connection on which data waits, a function that delivers all of it. */
  function kept () {
    return [...connections].filter(({ input }) => input.waits).map(({ input }) => input.deliver)
  }

  /** Reads the port only after the connection has been made; before that, it would be read, and remembered, as 0. */
  function portOf (connection) {
    const { socket, side } = connection
    if (connection.port === null && !socket.connecting) {
      connection.port = (side === 'server' ? socket.remotePort : socket.localPort) ?? null
    }
    return connection.port
  }

  const readOf = ({ socket, input }) => socket.bytesRead - socket.readableLength + Number(input.ended)

  /** Whether some of the bytes that are due, port -> number, have not arrived yet at a client's connection. */
  function lacks (due) {
    return [...connections].some(connection => connection.side === 'client' && !connection.socket.destroyed &&
      connection.socket.bytesRead + Number(connection.input.ended) < (due[portOf(connection)] ?? 0))
  }

  /**
   * `open`: [port, 'client' or 'server', bytes written, bytes read (delivered or still kept), whether it is ended from
   * this side]; the end counts as one more byte. `connecting`: the number of connections that have no port yet.
   */
  function report () {
    const open = []
    let connecting = 0
    for (const connection of connections) {
      const { socket, side } = connection
      const port = portOf(connection)
      const ended = socket.writableEnded
      if (port !== null) open.push([port, side, socket.bytesWritten + Number(ended), readOf(connection), ended])
      else if (!socket.destroyed) connecting++
    }
    return { open, connecting }
  }

  function total () {
    let bytes = 0
    for (const { socket } of connections) bytes += socket.bytesWritten + socket.bytesRead
    return bytes
  }

  return { report, total, kept, lacks, keepAll (yes) { all = yes } }
}

/**
 * While `keeps()` is true, keeps the incoming data until it is delivered in one piece, or until the connection ends.
 */
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
