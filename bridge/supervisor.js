'use strict'
/**
 * The one trusted module that Python starts and controls (through JSPyBridge): starts, watches and ends children, and
 * passes messages between Python and them, and between siblings.
 *
 * This module knows neither Minecraft nor programs. The supervisor never executes text that it receives. JSPyBridge
 * uses this process's stderr as a wire, so nothing may be printed here, and no child inherits it.
 */
const net = require('node:net')
const ndjson = require('./ndjson')
const real = require('./realtime')
const { startChild } = require('./child')
const { makeLockstep } = require('./lockstep')
const { makeMail } = require('./mail')
const { makePeers } = require('./peers')

const CHECK_MS = 100 // with the heartbeat's 2 s: who computes without an end is killed within 2.5 s
const LATE_MS = 1000
const SELF = 'supervisor'
const URGENT = ['ping', 'kill', 'answer'] // are heard at once, whatever goes on

const children = new Map()
const pending = new Map() // child name -> ids of Python's requests it has not answered
let send = () => {}
const peers = makePeers(children, message => send(message))
const mail = makeMail(message => send(message), request => pass(request))
const lockstep = makeLockstep({ tell: event => mail.say(SELF, event), peers, mail })

const own = {
  ping: () => 'pong',
  echo: params => params,
  stats: () => [...children.values()].map(({ name, pid, ready, rss }) => ({ name, pid, ready, rss })),
  kill: ({ name }) => {
    children.get(name)?.kill('killed')
    return children.has(name)
  },
  answer: peers.answer,
  'clock.set': lockstep.set,
  'clock.state': lockstep.state,
  'clock.hold': lockstep.hold,
  'clock.release': lockstep.release
}

function start (id, spec) {
  if (children.has(spec.name)) return refuse(id, 'EXISTS', `a child ${spec.name} already exists`)
  pending.set(spec.name, new Set())
  const child = startChild(spec, {
    ready: info => {
      lockstep.ready(spec.name)
      mail.say(spec.name, { id, result: info })
    },
    failed: error => mail.say(spec.name, { id, error }),
    message: message => fromChild(spec.name, message),
    gone: how => gone(spec.name, how)
  })
  children.set(spec.name, child)
  if (spec.clock) lockstep.enter(spec.name, child.write)
}

function gone (name, { pid, code, signal, why }) {
  children.delete(name)
  peers.lose(name)
  lockstep.leave(name)
  for (const id of pending.get(name)) lockstep.done(id)
  mail.say(name, { event: 'exit', from: name, pid, code, signal, why })
  for (const id of pending.get(name)) {
    refuse(id, 'CHILD_LOST', `${name} ended (${why ?? signal ?? `exit ${code}`})`, name)
  }
  pending.delete(name)
}

function fromChild (name, message) {
  if (message.peer !== undefined) return peers.ask(name, message)
  if (message.event === 'settled') return lockstep.hear(name, message)
  if (message.event) return mail.say(name, { ...message, from: name })
  if (!pending.get(name)?.delete(message.id)) return peers.answer(message)
  lockstep.done(message.id)
  mail.say(name, message)
}

function fromPython (request) {
  if (request.to === SELF && URGENT.includes(request.method)) pass(request)
  else mail.ask(request)
}

function pass ({ id, to, method, params = {}, free }) {
  if (to === SELF) {
    if (method === 'start') return start(id, params)
    if (method === 'clock.alarm') return lockstep.alarm(params, result => mail.say(SELF, { id, result }))
    if (!Object.hasOwn(own, method)) return refuse(id, 'NO_METHOD', `the supervisor has no method ${method}`)
    return send({ id, result: own[method](params) })
  }
  const child = children.get(to)
  if (!child?.ready) return refuse(id, 'NO_CHILD', `there is no child ${to}`)
  pending.get(to).add(id)
  child.write({ id, method, params })
  if (free && lockstep.began) {
    lockstep.begin(id, {
      ...free,
      late: () => refuse(id, 'TIMEOUT', `${to} did not answer ${method} within ${free.seconds} game seconds`, to)
    })
  }
}

function refuse (id, code, message, from = SELF) { mail.say(from, { id, error: { code, message } }) }

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
process.on('uncaughtException', error =>
  send({ event: 'fault', from: 'supervisor', message: String(error?.stack ?? error) })
)
process.on('unhandledRejection', error =>
  send({ event: 'fault', from: 'supervisor', message: String(error?.stack ?? error) })
)

/** Python listens on a Unix socket at `path`; from now on all data is sent over it. */
function connect (path) {
  const socket = net.connect(path)
  send = ndjson(socket, fromPython)
  socket.on('close', shutdown)
  return process.version
}

module.exports = { connect, version: process.version }
