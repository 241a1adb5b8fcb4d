'use strict'
/**
 * The same program with the sandbox and without it, in turns, over a bot that is none: what is measured is the sandbox,
 * not the game. Without it means as Voyager runs its code: a function made of the text, handed the bot itself.
 */
const { openChannel } = require('../bridge/channel')
const channel = openChannel()
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const { Vec3 } = require('vec3')
const { goals } = require('mineflayer-pathfinder')
const { version } = require('../game/facts')
const registry = require('prismarine-registry')(version)
const { gameTime } = require('../bridge/gametime')
const { makeSandbox } = require('../bridge/sandbox')
const lockDown = require('../bridge/lockdown')

const AsyncFunction = (async () => {}).constructor
lockDown()

const bot = Object.assign(new EventEmitter(), {
  username: 'Alice',
  entity: { position: new Vec3(0, 0, 0) },
  players: {},
  entities: {},
  inventory: { slots: [], selectedItem: null, items: () => [] },
  pathfinder: { setGoal () {}, setMovements () {}, usual: null, movements: null },
  tool: {},
  currentWindow: null,
  _client: Object.assign(new EventEmitter(), { write () {} }),
  blockAt: () => null,
  stopDigging () {},
  clearControlStates () {},
  async clickWindow () {},
  async look () {}
})
const time = gameTime(bot)
const world = { bot, time, goals, movementsOf: () => ({}), ask: async () => null, HostVec3: Vec3, registry }
const vec3Source = fs.readFileSync(require.resolve('vec3'), 'utf8')
const sandbox = makeSandbox(world, { seed: 1, vec3Source, emit () {} })

const KINDS = {
  async sandboxed (body) {
    const { ok, message } = await sandbox.run({
      id: 1,
      program: { code: `async function main (bot) {\n${body}\n}`, call: 'main' },
      deadline: 5
    })
    if (!ok) throw new Error(message)
  },
  plain: body => new AsyncFunction('bot', 'Vec3', body)(bot, Vec3)
}

/** Milliseconds of each run, the two kinds taking turns. */
async function measure ({ body, rounds, skills }) {
  sandbox.learn(skills)
  const times = { sandboxed: [], plain: [] }
  for (let i = -rounds / 10; i < rounds; i++) {
    for (const kind of Object.keys(KINDS)) {
      const began = performance.now()
      await KINDS[kind](body)
      if (i >= 0) times[kind].push(performance.now() - began)
    }
    await new Promise(setImmediate)
  }
  return times
}

channel.serve({ measure })
channel.ready({})
