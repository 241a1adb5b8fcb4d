'use strict'
/**
 * One seed, one world: what falls, grows and wanders is drawn from seeded streams, and nothing else decides on the
 * world.
 */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const fs = require('node:fs')
const path = require('node:path')
const { Vec3 } = require('vec3')
const { openWorld } = require('./server_world')

const TICKS = 6000

/** What became of the same field, the same animals and the same diggings in a world of this seed. */
async function live (seed) {
  const world = await openWorld({ arena: 'flat', seed })
  const { serv } = world
  const random = Math.random
  Math.random = () => { throw new Error('Math.random decides on the world') }
  try {
    const place = (x, y, z) => new Vec3(x, y, z)
    const state = (name, properties) => serv.withProperties(serv.registry.blocksByName[name].defaultState, properties)
    const field = []
    for (let x = -20; x < 0; x += 2) {
      for (let z = -20; z < 0; z += 2) {
        serv.blocks.set(place(x, 4, z), state('farmland', { moisture: 7 }))
        serv.blocks.set(place(x, 5, z), state('wheat', { age: 0 }))
        field.push(place(x, 5, z))
      }
    }
    for (let i = 0; i < 5; i++) {
      serv.spawnMob(
        serv.registry.entitiesByName[i % 2 ? 'cow' : 'sheep'].id,
        serv.overworld,
        place(20 + 4 * i + 0.5, 5, 20.5)
      )
    }
    for (const mob of serv.mobs) if (mob.name === 'sheep') serv.setBare(mob, true)
    const nobody = { username: 'Alice', inventory: { slots: [] }, heldItemSlot: 0 }
    for (let i = 0; i < 60; i++) {
      serv.blocks.set(
        place(i % 8, 5, 40 + Math.floor(i / 8)),
        state(['gravel', 'melon', 'oak_leaves', 'glowstone'][i % 4])
      )
      serv.breakBlock(serv.blocks.at(place(i % 8, 5, 40 + Math.floor(i / 8))), nobody)
    }
    await world.tick(TICKS)
    return {
      drops: world.events
        .filter(({ kind, origin }) => kind === 'item.dropped' && origin === 'block')
        .map(({ item, count }) => `${count} ${item}`)
        .join(),
      growth: field.map(at => serv.blocks.at(at).getProperties().age).join(''),
      wandering: [...serv.mobs].map(({ position }) => position.toString()).join(),
      grazing: [...serv.mobs].map(({ bare }) => bare).join()
    }
  } finally {
    Math.random = random
    await world.close()
  }
}

test('the same seed gives the same drops, growth and wandering; another gives others', async () => {
  const [first, second, other] = [await live(5), await live(5), await live(6)]
  assert.deepEqual(second, first)
  for (const what of ['drops', 'growth', 'wandering']) assert.notEqual(other[what], first[what], what)
  assert.ok(/[1-7]/.test(first.growth) && first.grazing.includes('false'))
})

const CHANCE = /Math\.random|\bDate\b|performance\.now|hrtime|setTimeout|setInterval|randomBytes|randomUUID|crypto/

/** { file: lines that speak of chance or of the machine's time, comments left out } below a directory. */
function speaking (directory, spared = /^$/) {
  const found = {}
  for (const name of fs
    .readdirSync(directory, { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.js') && !spared.test(name))) {
    const code = fs
      .readFileSync(path.join(directory, name), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
    const lines = code.split('\n').filter(line => CHANCE.test(line)).length
    if (lines) found[name.replaceAll(path.sep, '/')] = lines
  }
  return found
}

test('nothing of ours asks the machine for chance or time, but for late clients and the end of an interval', () => {
  const found = Object.keys(speaking(path.join(__dirname, '..', '..', 'mc_server'), /^snapshot\.js$/)) // which digests
  assert.deepEqual(found.sort(), ['plugins/latency.js', 'plugins/movement.js', 'plugins/referee.js'])
})

/**
 * Where flying-squid does, in how many lines, and why that decides on nothing here. Its timers are the clock's, see
 * bridge/clock.js.
 */
const FLYING_SQUID = {
  'utils.js': [2, 'deadlines of promises'],
  'plugins/world.js': [2, 'a seed where none is given: ours is; a pause between chunks that are sent'],
  'plugins/settings.js': [1, 'a spawn point: members.js has its own'],
  'plugins/chest.js': [1, 'throws an error outside a promise; containers.js has its own chests'],
  'plugins/commands.js': [3, 'throws errors outside promises; the selector @r of the console'],
  'plugins/spawn.js': [
    7,
    'the commands /summon of the console; the birth time of what ages by the clock, which ours does not'
  ],
  'plugins/effects.js': [2, 'effects: nobody here has any'],
  'plugins/entities.js': [3, 'ageing and picking up of items: drops.js has its own; throws an error outside a promise'],
  'plugins/digging.js': [7, 'digging: its packets are taken over by ours'],
  'plugins/log.js': [1, 'the name of a log file: there is none'],
  'plugins/blockUpdates.js': [2, 'a warning when updates take long'],
  'plugins/login.js': [
    5,
    'throws an error outside a promise; the hash of the seed that clients are told; what the list of players shows'
  ],
  'plugins/tick.js': [2, 'the tick itself; ours do not look at the seconds it tells']
}

test('where flying-squid does is known, with the reason why it does not matter', () => {
  const source = path.join(path.dirname(require.resolve('flying-squid/package.json')), 'src', 'lib')
  const known = Object.fromEntries(Object.entries(FLYING_SQUID).map(([name, [lines]]) => [name, lines]))
  assert.deepEqual(speaking(source, /^worldGenerations/), known)
})
