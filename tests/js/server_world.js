'use strict'
/** A real world in the test's own process, whose ticks the test gives. */

const mineflayer = require('mineflayer')
const { once } = require('node:events')
const { createWorld } = require('../../mc_server/world')
const { version } = require('../../game/facts')

/** Answers { serv, arena, events, tick(count), join(name), close() }. Time stands still but for tick(). */
async function openWorld ({ arena = 'flat', seed = 1 } = {}) {
  const events = []
  const world = await createWorld({ arena, seed, emit: event => events.push(event) })
  const { serv } = world
  serv.stopTickInterval()
  const bots = []

  async function tick (count = 1) {
    for (let i = 0; i < count; i++) {
      serv.emit('tick', 0.05, ++serv.tickCount)
      await new Promise(setImmediate) // flying-squid moves bodies through promises
    }
  }

  async function join (name) {
    const bot = mineflayer.createBot({
      host: '127.0.0.1', port: serv.listeningPort, username: name, auth: 'offline', version
    })
    bots.push(bot)
    await once(bot, 'spawn')
    await bot.waitForChunksToLoad()
    await bot.waitForTicks(5)
    return bot
  }

  function close () {
    for (const bot of bots) bot._client.socket?.destroy()
    return serv.quit()
  }

  return { ...world, events, tick, join, close }
}

module.exports = { openWorld }
