'use strict'
/**
 * Whether any data is in flight between processes, according to each process's report on its own connections.
 *
 * What a server sent is no reason to wait for its client: a client keeps it until the next tick, at whose beginning it
 * waits for the bytes that are still on their way (see `due`). Only the end of a connection is waited for at once.
 *
 * A connection that only one side knows of counts as busy: the other side has not accepted it yet, or has not noticed
 * its end. If a connection stays in this state, without traffic, for FOREIGN_MS, it belongs to another program (a
 * visitor's client) and is no longer waited for. After TALKING_MS, the same applies to a connection with constant
 * traffic, because otherwise it would stop the whole world.
 */
const real = require('./realtime')

const FOREIGN_MS = 300
const TALKING_MS = 2000

/** port -> the bytes that its client has to read before the next tick, from the reports of `members`. */
function due (members) {
  const ports = {}
  for (const { open } of members) {
    for (const [port, side, written] of open) if (side === 'server') ports[port] = written
  }
  return ports
}

function makeConnections () {
  const odd = new Map() // port -> {name, written, read, first, since, foreign} of connections with one known end

  /**
   * @param {object[]} members - with name, open: [[port, side, written, read, ended]], connecting
   * @returns {{unread: Set<string>, odd: boolean}} the members that have to read and to answer now; whether a
   * connection has only one known end
   */
  function look (members) {
    const ends = new Map()
    const unread = new Set()
    let missing = false
    for (const { name, open, connecting } of members) {
      if (connecting) missing = true
      for (const [port, side, written, read, ended] of open) {
        if (!ends.has(port)) ends.set(port, {})
        ends.get(port)[side] = { name, written, read, ended }
      }
    }
    for (const port of odd.keys()) if (!ends.has(port)) odd.delete(port)
    for (const [port, { client, server }] of ends) {
      if (!client || !server) {
        missing = fresh(port, client ?? server) || missing
        continue
      }
      odd.delete(port)
      if (client.written !== server.read) unread.add(client.name).add(server.name)
      if (server.ended && server.written !== client.read) unread.add(client.name).add(server.name)
    }
    return { unread, odd: missing }
  }

  function fresh (port, { name, written, read }) {
    const was = odd.get(port)
    if (was?.foreign) return false
    const now = real.now()
    const same = was && was.name === name && was.written === written && was.read === read
    const [first, since] = [was ? was.first : now, same ? was.since : now]
    odd.set(port, { name, written, read, first, since, foreign: now - since > FOREIGN_MS || now - first > TALKING_MS })
    return !odd.get(port).foreign
  }

  return { look }
}

module.exports = { makeConnections, due }
