'use strict'
/** Runs the real server's process and raw mineflayer bots for tests, speaking fd 3 as the supervisor does. */

const path = require('node:path')
const { spawn } = require('node:child_process')
const { once } = require('node:events')
const mineflayer = require('mineflayer')
const { pathfinder, goals, Movements } = require('mineflayer-pathfinder')
const ndjson = require('../../bridge/ndjson')
const { version } = require('../../game/facts')

const ROOT = path.join(__dirname, '..', '..')
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

/** Answers { port, events, call(method, params), join(name), leave(bot), close() }; rejects with what `failed` said. */
async function startServer (options = {}) {
  const env = {
    CHILD_OPTIONS: JSON.stringify({ port: 0, seed: 42, arena: 'meadow', ...options }),
    NODE_PATH: path.join(ROOT, 'node_modules')
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'mc_server', 'server.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe']
  })
  const exited = once(child, 'exit')
  const pending = new Map()
  const events = []
  const faults = []
  const bots = []
  let lastId = 0
  const started = Promise.withResolvers()
  const send = ndjson(child.stdio[3], message => {
    if (message.event === 'ready') started.resolve(message.info)
    else if (message.event === 'failed') {
      started.reject(Object.assign(new Error(message.message), { code: message.code }))
    } else if (message.event === 'witness') events.push(message)
    else if (message.event === 'fault') faults.push(message.message)
    else if (message.id) {
      const { resolve, reject } = pending.get(message.id)
      if (message.error) reject(Object.assign(new Error(message.error.message), message.error))
      else resolve(message.result)
    }
  })
  const info = await started.promise
  const call = (method, params) => new Promise((resolve, reject) => {
    pending.set(++lastId, { resolve, reject })
    send({ id: lastId, method, params })
  })

  async function join (name) {
    bots.push(await joined(info.port, name))
    return bots.at(-1)
  }

  async function leave (bot) {
    bot._client.socket.destroy() // as a killed process does
    await until(async () => !(await call('players')).includes(bot.username), 'the server notices the leave')
  }

  async function close () {
    for (const bot of bots) bot._client.socket?.destroy()
    child.stdio[3].destroy()
    const [code] = await exited
    return code
  }

  return { pid: child.pid, ...info, events, faults, call, join, leave, close }
}

/** A raw mineflayer bot that stands in the world and neither digs nor builds on its way. */
async function joined (port, name) {
  const bot = mineflayer.createBot({ host: '127.0.0.1', port, username: name, auth: 'offline', version })
  bot.on('error', () => {})
  bot.loadPlugin(pathfinder)
  await Promise.race([
    once(bot, 'spawn'),
    once(bot, 'kicked').then(([reason]) => {
      throw new Error(String(reason))
    })
  ])
  await bot.waitForChunksToLoad()
  await bot.waitForTicks(5) // the server sends position and look once more after the first step
  bot.pathfinder.setMovements(Object.assign(new Movements(bot), { canDig: false, allow1by1towers: false }))
  return bot
}

async function until (condition, what, ms = 60000) {
  const end = Date.now() + ms
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await sleep(20)
  }
}

const held = (bot, name) =>
  bot.inventory
    .items()
    .filter(item => !name || item.name === name)
    .reduce((sum, item) => sum + item.count, 0)
const goNear = (bot, { x, y, z }, range = 1) => bot.pathfinder.goto(new goals.GoalNear(x, y, z, range))

/**
 * Folds witness events into { holdings: {agent: {item: n}}, ground: {entity: {item, count}}, stored: {'x,y,z': {item:
 * n}} }; throws when one goes below nothing.
 */
function fold (events, granted = {}) {
  const holdings = structuredClone(granted)
  const stored = {}
  const ground = {}
  const change = of => (whose, item, n, event) => {
    of[whose] ??= {}
    of[whose][item] = (of[whose][item] ?? 0) + n
    if (of[whose][item] < 0) throw new Error(`${whose} has ${of[whose][item]} ${item} after ${JSON.stringify(event)}`)
    if (of[whose][item] === 0) delete of[whose][item]
  }
  const add = change(holdings)
  const lay = change(stored)
  const takeUp = ({ entity, item, count }) => {
    if (ground[entity]?.item !== item || ground[entity].count < count) {
      throw new Error(`no ${count} ${item} in ${entity}`)
    }
    if (!(ground[entity].count -= count)) delete ground[entity]
  }
  for (const event of events) {
    const { kind, agent, item, count } = event
    if (kind === 'item.dropped') {
      if (['agent', 'death'].includes(event.origin)) add(agent, item, -count, event)
      if (event.origin === 'container') lay(event.position.map(Math.floor), item, -count, event)
      ground[event.entity] = { item, count }
    } else if (kind === 'item.picked') {
      takeUp(event)
      add(agent, item, count, event)
    } else if (kind === 'item.lost') takeUp(event)
    else if (kind === 'item.crafted') {
      for (const [name, n] of Object.entries(event.used)) add(agent, name, -n, event)
      for (const [name, n] of Object.entries(event.left)) add(agent, name, n, event)
      add(agent, item, count, event)
    } else if (kind === 'container.stocked') {
      for (const [name, n] of Object.entries(event.items)) lay(event.position, name, n, event)
    } else if (kind === 'container.moved') {
      const n = event.direction === 'in' ? count : -count
      add(agent, item, -n, event)
      lay(event.position, item, n, event)
    } else if (kind === 'item.smelted') {
      for (const [name, n] of Object.entries(event.used)) lay(event.position, name, -n, event)
      lay(event.position, item, count, event)
    } else if (kind === 'fuel.burnt') {
      lay(event.position, item, -count, event)
      for (const [name, n] of Object.entries(event.left)) lay(event.position, name, n, event)
    } else if (kind === 'item.granted') add(agent, item, count, event)
    else if (kind === 'item.eaten' || kind === 'item.spent') add(agent, item, -count, event)
    else if (kind === 'block.placed') add(agent, item, -1, event)
    else if (kind === 'inventory') {
      const sorted = o => JSON.stringify(Object.entries(o ?? {}).sort())
      if (sorted(event.items) !== sorted(holdings[agent])) {
        throw new Error(`${agent} holds ${sorted(event.items)}, the ledger says ${sorted(holdings[agent])}`)
      }
    }
  }
  return { holdings, ground, stored }
}

module.exports = { startServer, joined, until, sleep, held, goNear, fold }
