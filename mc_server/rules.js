'use strict'
/**
 * The rules of a server that is not ours: what Minecraft of its version says, with our own tables of drops.
 *
 * A process of its own that asks the server for its status, answers once, and is ended. What the status claims is taken
 * for a claim: it names the version and, on a server of ours, the arena and its seed; it opens no way in.
 */
const { openChannel } = require('../bridge/channel')
const { agree, plain } = require('../bridge/join')
const knowledge = require('./knowledge')
const makeLoot = require('./loot')

const LONGEST = 80
const channel = openChannel()
const { host, port, version, arenas } = channel.options

agree({ host, port, version, where: `${host}:${port}` }).then(({ version: spoken, status }) => {
  const registry = require('prismarine-registry')(spoken)
  channel.serve({ knowledge: () => knowledge(registry, makeLoot(registry)) })
  channel.ready({
    version: spoken,
    software: line(status.version.name),
    says: line(plain(status.description ?? '')),
    world: ours(status.minecrew)
  })
}, error => channel.failed(error.code ?? 'FAULT', error.message))

/** What somebody else's server says of itself, as one short line. */
function line (text) {
  return String(text).replace(/\u00a7./g, '').replace(/[\p{C}\s]+/gu, ' ').trim().slice(0, LONGEST)
}

/** The world of a server of ours, as its status names it; null for anybody else's. */
function ours (told) {
  const named = typeof told?.arena === 'string' && arenas.includes(told.arena) && Number.isSafeInteger(told.seed)
  return named ? { arena: told.arena, seed: told.seed } : null
}
