'use strict'
/**
 * The server's process, which runs the world and is controlled with NDJSON on fd 3.
 *
 * Options come in CHILD_OPTIONS. The process ends when fd 3 closes. Only the listed methods can be called; the witness
 * does not report changes by `grant` and `command`, and only the inventory counts show them.
 */

const { openChannel } = require('../bridge/channel')

let world = null
const channel = openChannel(() => ({ tick: world?.serv.tickCount }))
const { port, seed, arena, arenaFile, commons, save, guard } = channel.options

function fail (error) {
  const taken = error.code === 'EADDRINUSE'
  channel.failed(taken ? 'PORT_IN_USE' : error.code ?? 'CRASHED', taken ? `port ${port} is in use` : error.message)
}

const fault = error => channel.send({ event: 'fault', message: String(error?.stack ?? error) })

async function main () {
  require('../game/lean')
  const { version } = require('../game/facts')
  const { createWorld } = require('./world')
  world = await createWorld({
    ...{ port, seed, arena, arenaFile, commons, save, guard },
    emit: event => channel.send({ event: 'witness', ...event }),
    tell: visit => channel.send({ event: 'visit', ...visit })
  })
  process.on('exit', world.save) // also when fd 3 closes
  process.on('SIGTERM', () => process.exit(0))
  channel.serve(require('./methods')(world))
  world.serv.on('error', fault)
  world.serv.on('clientError', (client, error) => {
    if (!/^(ECONNRESET|EPIPE)$/.test(error.code)) fault(`a client's connection: ${error.message}`)
  })
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  channel.ready({ port: world.serv.listeningPort, version, node: process.version })
}

main().catch(fail)
