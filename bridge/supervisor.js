'use strict'
/**
 * The one trusted module that Python starts and controls (through JSPyBridge): starts, watches and ends children, and
 * passes messages between Python and them, and between siblings.
 *
 * Knows neither Minecraft nor programs. It never runs text that it was sent. Its stderr is JSPyBridge's wire, so
 * nothing may be printed here, and no child inherits it.
 */
const net = require('node:net')
const ndjson = require('./ndjson')
const real = require('./realtime')
const { startChild } = require('./child')
const { makeLockstep } = require('./lockstep')

const CHECK_MS = 200
const LATE_MS = 1000
const PEER_METHODS = ['count']

const children = new Map()
const pending = new Map() // child name -> ids of Python's requests it has not answered
const peers = new Map() // our own id -> {child, id} of the sibling that asked
let lastPeer = 0
let send = () => {}
const lockstep = makeLockstep({ tell: event => send(event), talk: () => ({ asked: lastPeer, answered: lastPeer - peers.size }) })

const own = {
  ping: () => 'pong',
  echo: params => params,
  stats: () => [...children.values()].map(({ name, pid, ready, rss }) => ({ name, pid, ready, rss })),
  kill: ({ name }) => {
    children.get(name)?.kill('killed')
    return children.has(name)
  },
  'clock.set': lockstep.set,
  'clock.state': lockstep.state,
  'clock.hold': lockstep.hold,
  'clock.release': lockstep.release
}

function start (id, spec) {
  if (children.has(spec.name)) return refuse(id, 'EXISTS', `there is already a child ${spec.name}`)
  pending.set(spec.name, new Set())
  const child = startChild(spec, {
    ready: info => {
      lockstep.ready(spec.name)
      send({ id, result: info })
    },
    failed: error => send({ id, error }),
    message: message => fromChild(spec.name, message),
    gone: how => gone(spec.name, how)
  })
  children.set(spec.name, child)
  if (spec.clock) lockstep.enter(spec.name, child.write)
}

function gone (name, { code, signal, why }) {
  children.delete(name)
  lockstep.leave(name)
  for (const id of pending.get(name)) lockstep.done(id)
  send({ event: 'exit', from: name, code, signal, why })
  for (const id of pending.get(name)) refuse(id, 'CHILD_LOST', `${name} ended (${why ?? signal ?? `exit ${code}`})`)
  pending.delete(name)
}

function fromChild (name, message) {
  if (message.peer !== undefined) return askPeer(name, message)
  if (message.event === 'settled') return lockstep.hear(name, message)
  if (message.event) return send({ ...message, from: name })
  if (pending.get(name)?.delete(message.id)) {
    lockstep.done(message.id)
    return send(message)
  }
  const asker = peers.get(message.id)
  if (!asker) return
  peers.delete(message.id)
  children.get(asker.child)?.write({ ...message, id: asker.id })
}

function askPeer (name, { peer, id, method, params }) {
  const target = children.get(peer)
  if (!target?.ready || !PEER_METHODS.includes(method)) {
    return children.get(name)?.write({ id, error: { code: 'NO_CHILD', message: `${peer} cannot be asked for ${method}` } })
  }
  const own = `peer:${++lastPeer}`
  peers.set(own, { child: name, id })
  real.setTimeout(() => peers.delete(own), 2000)
  target.write({ id: own, method, params })
}

function fromPython ({ id, to, method, params = {}, free }) {
  if (to === 'supervisor') {
    if (method === 'start') return start(id, params)
    if (!Object.hasOwn(own, method)) return refuse(id, 'NO_METHOD', `the supervisor has no method ${method}`)
    return send({ id, result: own[method](params) })
  }
  const child = children.get(to)
  if (!child?.ready) return refuse(id, 'NO_CHILD', `there is no child ${to}`)
  pending.get(to).add(id)
  child.write({ id, method, params })
  if (free && lockstep.began) lockstep.begin(id, { ...free, late: () => refuse(id, 'TIMEOUT', `${to} did not answer ${method} within ${free.seconds} game seconds`) })
}

function refuse (id, code, message) { send({ id, error: { code, message } }) }

let checked = real.now()
real.setInterval(() => {
  const now = real.now()
  // We were stopped ourselves (a suspended machine): what we did not read is no silence of theirs.
  if (now - checked > LATE_MS) for (const child of children.values()) child.seen = now
  checked = now
  for (const child of children.values()) child.check()
}, CHECK_MS)

function shutdown () {
  for (const child of children.values()) child.kill('killed')
  process.exit(0)
}
process.stdin.on('end', shutdown) // Python died
process.on('SIGTERM', shutdown)
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group; Python decides
process.on('uncaughtException', error => send({ event: 'fault', from: 'supervisor', message: String(error?.stack ?? error) }))
process.on('unhandledRejection', error => send({ event: 'fault', from: 'supervisor', message: String(error?.stack ?? error) }))

/** Python listens on a Unix socket at `path`; from now on all data travels there. */
function connect (path) {
  const socket = net.connect(path)
  send = ndjson(socket, fromPython)
  socket.on('close', shutdown)
  return process.version
}

module.exports = { connect, version: process.version }
