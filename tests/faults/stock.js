'use strict'
/**
 * Stock flying-squid, without a plugin of ours: somebody else's server, for tests. `node stock.js VERSION` prints its
 * port on one line, and ends when its standard input does.
 *
 * Its world is a lawn with four logs on it, and is all that we give it: what it cannot do (answer a click in a window,
 * count a stack that is picked up, drop what a cow leaves) it cannot do.
 */
const { Vec3 } = require('vec3')

const GROUND = ['bedrock', 'dirt', 'dirt', 'grass_block']
const LOGS = [[3, 3], [5, 11], [11, 4], [12, 12]] // x, z in chunk 0 0

/** flying-squid's generation module. */
module.exports = function lawn ({ registry }) {
  const Chunk = require('prismarine-chunk')(registry)
  const block = (...names) => registry.blocksByName[names.find(name => registry.blocksByName[name])]
  const state = (...names) => block(...names).defaultState ?? block(...names).id << 4 // by number before 1.13
  return (cx, cz) => {
    const chunk = new Chunk()
    const at = new Vec3(0, 0, 0)
    for (at.x = 0; at.x < 16; at.x++) {
      for (at.z = 0; at.z < 16; at.z++) {
        for (at.y = 0; at.y < GROUND.length; at.y++) chunk.setBlockStateId(at, state(GROUND[at.y], 'grass'))
        for (at.y = 0; at.y < 32; at.y++) chunk.setSkyLight(at, 15)
      }
    }
    if (cx === 0 && cz === 0) {
      for (const [x, z] of LOGS) chunk.setBlockStateId(new Vec3(x, GROUND.length, z), state('oak_log', 'log'))
    }
    return chunk
  }
}

if (require.main === module) {
  const serv = require('flying-squid').createMCServer({
    ...{ host: '127.0.0.1', port: 0, version: process.argv[2], 'online-mode': false, motd: 'a stock server' },
    ...{
      gameMode: 0, difficulty: 1, 'everybody-op': false, 'max-players': 10, 'max-entities': 100, 'view-distance': 4
    },
    ...{ kickTimeout: 60000, logging: false, noConsoleOutput: true, plugins: {} },
    'player-list-text': { header: { text: '' }, footer: { text: '' } },
    generation: { name: __filename, options: {} }
  })
  serv.on('ready', () => process.stdout.write(`${serv._server.socketServer.address().port}\n`))
  process.stdin.on('end', () => process.exit(0)).resume()
}
