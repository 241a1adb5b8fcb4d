'use strict'
/** Prints the rules of the game as the server tells them, without a server. */
const registry = require('prismarine-registry')('1.16.5')
const loot = require('../../mc_server/loot')(registry)
process.stdout.write(JSON.stringify(require('../../mc_server/knowledge')(registry, loot)))
