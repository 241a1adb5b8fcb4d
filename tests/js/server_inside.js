'use strict'
/** The harness with the server in the test's own process, under the test's clock: nothing waits for real time. */

const time = require('./server_clock')
const harness = require('./server_harness')
const { createWorld } = require('../../mc_server/world')
const methods = require('../../mc_server/methods')

/** Answers { port, events, faults, call(method, params), join(name), leave(bot), close() }, as the harness does. */
async function startServer (options = {}) {
  const events = []
  const faults = []
  const bots = []
  time.opened()
  const world = await createWorld({ seed: 42, arena: 'meadow', ...options, emit: event => events.push(event) })
  const { serv } = world
  serv.on('error', error => faults.push(String(error.stack)))
  const can = methods(world)
  const port = serv.listeningPort
  const call = async (method, params) => can[method](params)

  async function join (name) {
    bots.push(await harness.joined(port, name))
    return bots.at(-1)
  }

  async function leave (bot) {
    bot._client.socket.destroy() // as a killed process does
    await harness.until(async () => !(await call('players')).includes(bot.username), 'the server notices the leave')
  }

  function close () {
    for (const bot of bots) bot._client.socket?.destroy()
    serv.stopTickInterval()
    serv._server.close()
    time.closed()
  }

  return { port, events, faults, call, join, leave, close }
}

module.exports = { ...harness, startServer }
