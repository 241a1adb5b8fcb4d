'use strict'
/**
 * Leaves out parts of minecraft-protocol that we never need. Load this file before anything that loads them.
 *
 * - `protodef-validator` checks the descriptions of packets with JSON Schema. They come with pinned packages. The
 *   checks take a quarter of the time in which a server starts, and 0.1 s for each player who joins.
 * - `prismarine-auth` signs in to Microsoft accounts. All our servers and bots are in offline mode.
 */
const Module = require('node:module')

class Trusting {
  addType () {}
  validateType () {}
  validateProtocol () {}
}

const NEEDED_BY = { 'protodef-validator': 'protodef', 'prismarine-auth': 'minecraft-protocol' }
const INSTEAD = { 'protodef-validator': Trusting, 'prismarine-auth': {} }

for (const [name, parent] of Object.entries(NEEDED_BY)) {
  const file = Module.createRequire(require.resolve(parent)).resolve(name)
  if (require.cache[file]) throw new Error(`${name} was loaded before ${__filename}`)
  require.cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports: INSTEAD[name] })
}
