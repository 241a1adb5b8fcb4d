'use strict'
/**
 * One bot, one process: joins a server, observes, and runs programs one at a time.
 *
 * Loads all trusted modules, locks its realm down (SES), and then joins the server. The supervisor starts it with
 * --permission and a memory limit. When the bot dies, it respawns by itself. When the connection is lost, the process
 * reports the reason and ends.
 */
const { openChannel } = require('./channel')
const channel = openChannel()
const { name, host, port, version, seed = 1 } = channel.options

const fs = require('node:fs')
require('../game/lean')
const mineflayer = require('mineflayer')
const { Vec3 } = require('vec3')
const vec3Source = fs.readFileSync(require.resolve('vec3'), 'utf8')
const { pathfinder, goals, movementsOf } = require('./pathfinder')
const tool = require('mineflayer-tool').plugin // after the pathfinder, which it loads, too
const { join } = require('./join')
const { gameTime } = require('./gametime')
const mendDrops = require('./drops')
const mendCorpses = require('./corpses')
const { addOwners } = require('./nametag')
const addSpecialRecipes = require('./recipes')
const mendDigging = require('./digging')
require('./collision')
require('./walking')
const { guardOf } = require('./guard')
const { makeContainers } = require('./containers')
const speedUpCrafting = require('./crafting')
const mendOpening = require('./opening')
const mendPlacing = require('./placing')
const speedUpFinding = require('./finding')
const { makeObserver } = require('./observation')
const { holdings, roomFor, gained } = require('./holdings')
const { makeRecount } = require('./recount')
const { makeSandbox } = require('./sandbox')
const { say } = require('./speech')
const { chatLimit } = require('../game/facts')
const { saying, codeOf } = require('./failure')
const { tidy } = require('./garbage')
const real = require('./realtime')
const lockDown = require('./lockdown')

const CHAT = { lines: 30, ms: 1000 } // told in so much real time: the game's chat is anybody's
const MOST_FAULTS = 20 // told of one run: a program can make promises fail without end

Error.stackTraceLimit = 40
lockDown()

let faults = 0
let program = null // the id of the program that runs
const isTold = error => codeOf(error) !== 'STOPPED' && ++faults <= MOST_FAULTS
const fault = error => {
  if (isTold(error)) channel.send({ event: 'fault', message: saying(error) })
}
// A program chooses the words of its own rejections, so these must not look like a fault of ours.
process.on('unhandledRejection', error => {
  if (program === null) return fault(error)
  const text = `nobody awaited a promise that failed: ${saying(error)}`
  if (isTold(error)) channel.send({ event: 'log', run: program, text })
})
process.on('uncaughtException', fault)

join({ mineflayer, plugins: [pathfinder, tool], name, host, port, version }).then(serve, error =>
  channel.failed(error.code ?? 'FAULT', error.message)
)

function serve (bot) {
  const time = gameTime(bot)
  mendDrops(bot)
  mendCorpses(bot)
  addOwners(bot)
  mendDigging(bot)
  speedUpCrafting(bot) // before the opening, which watches the crafting table
  mendOpening(bot)
  mendPlacing(bot)
  speedUpFinding(bot)
  addSpecialRecipes(bot.registry)
  const guard = guardOf(bot, { now: () => time.tick, emit: channel.send })
  bot.pathfinder.avoid(block => !guard.isFree(block.position))
  const observe = makeObserver(bot, makeContainers(bot), guard.around)
  const world = {
    bot,
    time,
    guard,
    goals,
    movementsOf: () => movementsOf(bot),
    ask: channel.ask,
    observe,
    HostVec3: Vec3,
    registry: bot.registry
  }
  const sandbox = makeSandbox(world, { seed, vec3Source, emit: channel.send })
  guard.watchClicks(sandbox.isClicking)
  let leaving = null

  let heard = { since: -Infinity, lines: 0 }
  bot.on('chat', (user, text) => {
    if (user === bot.username) return
    if (real.now() - heard.since > CHAT.ms) heard = { since: real.now(), lines: 0 }
    if (++heard.lines <= CHAT.lines) channel.send({ event: 'chat', user, text: text.slice(0, chatLimit) })
  })
  bot.on('error', error => {
    // A connection that breaks ends the bot, which is told then: who ended the server is at fault.
    if (error?.syscall) leaving ??= `the connection broke: ${error.code}`
    else fault(error)
  })
  bot.on('death', () => sandbox.end('DIED', 'the bot died'))
  bot.on('kicked', reason => { leaving ??= `kicked: ${JSON.stringify(reason).slice(0, 200)}` })
  bot.on('end', reason => channel.leave({ event: 'left', why: leaving ?? String(reason) }))

  const alive = () => bot.isAlive ? null : new Promise(resolve => bot.once('spawn', resolve))

  async function run (params) {
    faults = 0
    program = params.id
    let before = holdings(bot)
    const start = time.tick
    const { settled, ...outcome } = await sandbox.run(params, async () => {
      await alive()
      before = holdings(bot)
      channel.send({ event: 'began', inventory: before })
    })
    if (!settled) {
      const message = 'an action that a program started does not end; the bot is restarted'
      setImmediate(() => channel.leave({ event: 'fault', message }, 1))
    }
    // Node reports a rejection only when the reactions of this turn have run.
    setImmediate(() => { if (program === params.id) program = null })
    guard.tellAll()
    tidy()
    return {
      ...outcome,
      last: !settled,
      gained: gained(before, holdings(bot)),
      seconds: (time.tick - start) / 20,
      observation: observe()
    }
  }

  channel.serve({
    ping: () => 'pong',
    observe: ({ surroundings }) => observe(Boolean(surroundings)),
    guard: told => guard.learn(told),
    learn: ({ skills }) => sandbox.learn(skills),
    reseed: ({ seed }) => { real.reseed(seed); sandbox.reseed(seed) },
    run,
    stop: () => sandbox.end('STOPPED', 'stopped'),
    recount: makeRecount(bot, time),
    count: ({ name }) => holdings(bot)[name] ?? 0,
    room: ({ name }) => roomFor(bot, name),
    chat: ({ text }) => say(bot, String(text)),
    leave: () => {
      leaving = 'left'
      sandbox.end('STOPPED', 'the bot leaves')
      bot.quit()
    }
  })
  const { x, y, z } = bot.entity.position
  channel.ready({ version: bot.version, position: [x, y, z], tick: time.tick })
}
