'use strict'
/**
 * A child's end of the wire to its supervisor: NDJSON on fd 3, heartbeats, method calls, questions to siblings.
 *
 * When the wire closes, the process ends: a child never outlives its supervisor. SIGINT is ignored, since Ctrl-C
 * reaches the whole process group and Python decides what it means.
 */
const net = require('node:net')
const ndjson = require('./ndjson')
const real = require('./realtime')

const HEARTBEAT_MS = 250

/** @param {() => object} [pulse] - what a heartbeat carries besides the memory */
function openChannel (pulse = () => ({})) {
  process.on('SIGINT', () => {})
  const options = JSON.parse(process.env.CHILD_OPTIONS)
  const socket = new net.Socket({ fd: 3 })
  socket.on('close', () => process.exit(0))
  const asked = new Map()
  let methods = {}
  let lastId = 0
  const send = ndjson(socket, receive)
  real.setInterval(() => send({ event: 'heartbeat', rss: process.memoryUsage.rss(), ...pulse() }), HEARTBEAT_MS)

  function receive (message) {
    if (message.clock !== undefined) return keepTime(message)
    if (message.method !== undefined) return answer(message)
    asked.get(message.id)?.(message)
  }

  async function keepTime (order) {
    send({ event: 'settled', ...await real.obey(order), ...pulse() })
  }

  async function answer ({ id, method, params }) {
    try {
      if (!Object.hasOwn(methods, method)) {
        throw Object.assign(new Error(`there is no method ${method}`), { code: 'NO_METHOD' })
      }
      const result = methods[method](params ?? {})
      send({ id, result: (result instanceof Promise ? await result : result) ?? null })
    } catch (error) {
      send({ id, error: { code: error?.code ?? 'FAULT', message: String(error?.message ?? error).slice(0, 600) } })
    }
  }

  /**
   * Asks a sibling, or Python (if `peer` is null). Returns the answer, or null if there is none. The supervisor
   * always replies.
   */
  function ask (peer, method, params) {
    const id = ++lastId
    return new Promise(resolve => {
      asked.set(id, ({ result }) => {
        asked.delete(id)
        resolve(result ?? null)
      })
      send({ peer, id, method, params })
    })
  }

  /** Sends a last message and ends the process. */
  function leave (message, code = 0) {
    send(message, () => process.exit(code))
    real.setTimeout(() => process.exit(code), 500)
  }

  return {
    options,
    send,
    ask,
    leave,
    serve (table) { methods = table },
    ready (info) { send({ event: 'ready', info }) },
    failed (code, message) { leave({ event: 'failed', code, message }, 1) }
  }
}

module.exports = { openChannel }
