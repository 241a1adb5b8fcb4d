'use strict'
/**
 * The rules of a server that is only known by its address: those of its Minecraft version, with our own tables of
 * drops.
 *
 * Runs in a process of its own, which asks the server for its status, sends one answer, and is then ended. The status
 * is not trusted: only the version is taken from it and, if the server is ours, the arena and its seed.
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

/** A foreign server's description of itself, as one short line. */
function line (text) {
  return String(text).replace(/\u00a7./g, '').replace(/[\p{C}\s]+/gu, ' ').trim().slice(0, LONGEST)
}

/** The world of one of our servers, as named in its status; null for other servers. */
function ours (told) {
  const named = typeof told?.arena === 'string' && arenas.includes(told.arena) && Number.isSafeInteger(told.seed)
  return named ? { arena: told.arena, seed: told.seed } : null
}
