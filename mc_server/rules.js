'use strict'
/**
 * The rules of a server that is not ours: what Minecraft of its version says, with our own tables of drops.
 *
 * A process of its own that asks the server for its version, answers once, and is ended.
 */
const { openChannel } = require('../bridge/channel')
const { agree } = require('../bridge/join')
const knowledge = require('./knowledge')
const makeLoot = require('./loot')

const channel = openChannel()
const { host, port, version } = channel.options

agree({ host, port, version, where: `${host}:${port}` }).then(spoken => {
  const registry = require('prismarine-registry')(spoken)
  channel.serve({ knowledge: () => knowledge(registry, makeLoot(registry)) })
  channel.ready({ version: spoken })
}, error => channel.failed(error.code ?? 'FAULT', error.message))
