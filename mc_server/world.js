'use strict'
/**
 * One Minecraft world: flying-squid with an arena and our plugins.
 *
 * This module knows how the parts are put together, but nothing about pipes or processes. `emit` receives every witness
 * event; `tell` is called when a player joins, leaves or chats. The server's status says that it is ours, and which
 * world it has.
 */

const path = require('node:path')
const { Vec3 } = require('vec3')
const { version } = require('../game/facts')
const { makeArena } = require('./arena')
const { load, store } = require('./save')

const READY_MS = 15000
const SAVING = 1200 // ticks

/** The plugins, in the order in which they are loaded: each may use those before it. */
const PLUGINS = [
  'clock', 'witness', 'referee', 'guard', 'packets', 'sending',
  'blocks', 'holdings', 'sight', 'members', 'latency', 'drops', 'physics', 'mobs',
  'body', 'movement',
  'wear', 'armour', 'life', 'food', 'combat', 'sheep',
  'halves', 'digging', 'farming', 'placing',
  'windows', 'crafting', 'containers', 'furnaces', 'chests',
  'clicks',
  'growth', 'crops', 'saplings', 'commons',
  'limits', 'commands', 'visits', 'saving'
]

/**
 * Resolves with the server once it listens. Rejects with the socket's own error if it cannot listen. `arenaFile`: the
 * path, if the arena belongs to another package. `commons`: the { resource, units } that the arena must have.
 */
async function createWorld ({
  port = 0, seed = 1, arena: name = 'meadow', arenaFile = null, commons = null, save: directory = null, guard = null,
  emit, tell = () => {}
}) {
  const arena = makeArena(name, seed, arenaFile, commons)
  const kind = { version, arena: name, seed }
  const kept = directory && load(directory, kind)
  if (kept) arena.canvas.contents.clear() // what lies in its chests now is told instead
  const serv = require('flying-squid').createMCServer({
    ...{ host: '127.0.0.1', port, version, 'online-mode': false, motd: `minecrew ${name}` },
    ...{
      gameMode: 0, difficulty: 1, 'everybody-op': false, 'max-players': 64, 'max-entities': 5000, 'view-distance': 5
    },
    ...{ kickTimeout: 60000, logging: false, noConsoleOutput: true, debug () {} }, // debug: or it swallows our errors
    'player-list-text': { header: { text: '' }, footer: { text: '' } },
    generation: { name: path.join(__dirname, 'terrain.js'), options: { seed: 1, arena } },
    plugins: Object.fromEntries(PLUGINS.map(plugin => [path.join(__dirname, 'plugins', `${plugin}.js`), {}])),
    beforePing: status => ({ ...status, minecrew: { arena: name, seed } }),
    minecrew: { arena, seed, guard, emit, tell }
  })
  await Promise.race([serv.waitForReady(READY_MS), new Promise((resolve, reject) => serv.on('error', reject))])
  for (const { kind, x, y, z, owner } of arena.canvas.mobs) {
    const mob = serv.spawnMob(serv.registry.entitiesByName[kind].id, serv.overworld, new Vec3(x, y, z))
    if (owner) serv.setOwner(mob, owner)
  }
  if (kept) serv.unpackWorld(kept)
  const save = () => { if (directory) store(directory, kind, serv.packWorld()) }
  serv.on('tick', (delta, tick) => { if (tick % SAVING === 0) save() })
  return { serv, arena, save }
}

module.exports = { createWorld }
