'use strict'
/** Prints the rules of the game as the server tells them, without a server. */
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const loot = require('../../mc_server/loot')(registry)
process.stdout.write(JSON.stringify(require('../../mc_server/knowledge')(registry, loot)))
