'use strict'
/**
 * The server's process: NDJSON on fd 3 on one side, the world on the other.
 *
 * Options come in CHILD_OPTIONS. It ends when fd 3 closes. The methods are the whole of what can be asked; `grant` and
 * `command` change the world behind the witness's back, and only the inventory counts show it.
 */

const Module = require('node:module')
const net = require('node:net')
const ndjson = require('../bridge/ndjson')
const real = require('../bridge/realtime')

const HEARTBEAT_MS = 250

process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group; Python decides
const { port, seed, arena, compileCache } = JSON.parse(process.env.CHILD_OPTIONS)
if (compileCache) Module.enableCompileCache(compileCache)

const channel = new net.Socket({ fd: 3 })
channel.on('close', () => process.exit(0))
const send = ndjson(channel, answer)
let world = null
let methods = {}

real.setInterval(() => send({ event: 'heartbeat', rss: process.memoryUsage.rss(), tick: world?.serv.tickCount }), HEARTBEAT_MS)

async function answer ({ id, method, params }) {
  try {
    if (!Object.hasOwn(methods, method)) throw Object.assign(new Error(`the server has no method ${method}`), { code: 'NO_METHOD' })
    send({ id, result: await methods[method](params ?? {}) ?? null })
  } catch (error) {
    send({ id, error: { code: error.code ?? 'ERROR', message: error.message } })
  }
}

function fail (error) {
  const taken = error.code === 'EADDRINUSE'
  const message = taken ? `port ${port} is in use` : error.message
  send({ event: 'failed', code: taken ? 'PORT_IN_USE' : error.code ?? 'CRASHED', message }, () => process.exit(1))
}

const fault = error => send({ event: 'fault', message: String(error?.stack ?? error) })

async function main () {
  const { createWorld, VERSION } = require('./world')
  world = await createWorld({ port, seed, arena, emit: event => send({ event: 'witness', ...event }) })
  methods = require('./methods')(world)
  world.serv.on('error', fault)
  world.serv.on('clientError', (client, error) => { if (!/^(ECONNRESET|EPIPE)$/.test(error.code)) fault(error) })
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  send({ event: 'ready', info: { port: world.serv.listeningPort, version: VERSION, node: process.version } })
  if (compileCache) Module.flushCompileCache() // now: the supervisor ends us by SIGKILL
}

main().catch(fail)
