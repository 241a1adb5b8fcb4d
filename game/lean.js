'use strict'
/**
 * Leaves out parts of minecraft-protocol and its relatives that we never need. Load this file before anything that
 * loads them.
 *
 * - `protodef-validator` checks the descriptions of packets with JSON Schema. The descriptions come with pinned
 *   packages. The checks take a quarter of the time that a server needs to start, and 0.1 s for each player who joins.
 * - `prismarine-provider-anvil` reads and writes worlds in Mojang's files. The package loads the data of a second
 *   version of the game. Our worlds are saved by `mc_server/save.js`.
 * - `protodef` indents the code that it generates for packets. Nobody reads this code.
 * - `minecraft-data` compares versions each time it is asked for its tables, which prismarine-physics does in every
 *   tick. Here it does so once per version.
 * - `prismarine-auth` signs in to Microsoft accounts. All our servers and bots are in offline mode.
 */
const Module = require('node:module')

class Trusting {
  addType () {}
  validateType () {}
  validateProtocol () {}
}

const NEEDED_BY = {
  'protodef-validator': 'protodef',
  'prismarine-auth': 'minecraft-protocol',
  'prismarine-provider-anvil': 'flying-squid'
}
const INSTEAD = {
  'protodef-validator': Trusting,
  'prismarine-auth': {},
  'prismarine-provider-anvil': { Anvil: () => null }
}

for (const [name, parent] of Object.entries(NEEDED_BY)) {
  const file = Module.createRequire(require.resolve(parent)).resolve(name)
  if (require.cache[file]) throw new Error(`${name} was loaded before ${__filename}`)
  require.cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports: INSTEAD[name] })
}

const tablesOf = require('minecraft-data')
const known = new Map()
require.cache[require.resolve('minecraft-data')].exports = Object.assign((version, preNetty = false) => {
  const key = `${version} ${preNetty}`
  if (!known.has(key)) known.set(key, tablesOf(version, preNetty))
  return known.get(key)
}, tablesOf)

const { ReadCompiler } = require('protodef').Compiler
Object.getPrototypeOf(ReadCompiler.prototype).indent = code => code
