'use strict'
/**
 * Connects one mineflayer bot. If joining fails, the error has a code for the reason: UNREACHABLE, NAME_TAKEN,
 * WRONG_VERSION, ONLINE_MODE, KICKED.
 *
 * This module asks for the server's status first, because some servers send endless nonsense to a client of another
 * version.
 */
const minecraftData = require('minecraft-data')
const { ping } = require('minecraft-protocol')
const { oldestSupportedVersion: OLDEST, latestSupportedVersion: LATEST } = require('mineflayer/lib/version')
const { version: ourVersion } = require('../game/facts')
const real = require('./realtime')

const JOIN_MS = 15000
const PING_MS = 5000

/** @returns {Promise<object>} the bot, standing in a loaded world; rejects with an error that has a `code` */
async function join ({ mineflayer, plugins, name, host, port, version }) {
  const where = `${host}:${port}`
  const { version: spoken } = await agree({ host, port, version, where })
  return new Promise((resolve, reject) => {
    const bot = mineflayer.createBot({
      host, port, username: name, version: spoken, auth: 'offline', hideErrors: true, logErrors: false
    })
    bot.setMaxListeners(0)
    bot.loadPlugins(plugins)

    const refuse = (...problem) => {
      real.clearTimeout(timer)
      reject(coded(...problem))
    }
    const timer = real.setTimeout(
      refuse,
      JOIN_MS,
      'UNREACHABLE',
      `${where} did not let ${name} in within ${JOIN_MS / 1000} s`
    )
    bot.on('error', error => refuse(...ofError(error, where)))
    bot.on('kicked', reason => refuse(...ofKick(plain(reason), name, where)))
    bot.on('end', reason => refuse('UNREACHABLE', `${where} closed the connection of ${name} (${reason})`))
    bot.once('spawn', () => {
      bot.waitForChunksToLoad().then(() => {
        real.clearTimeout(timer)
        resolve(bot)
      }, error => refuse('UNREACHABLE', `${where} did not send ${name} the world: ${error.message}`))
    })
  })
}

/**
 * The protocol version to use (the requested one, or else the server's), and the status that the server reports.
 * @returns {Promise<{version: string, status: object}>}
 */
async function agree ({ host, port, version, where }) {
  const wanted = version === null ? null : minecraftData(version)?.version
  if (wanted === undefined) throw coded('WRONG_VERSION', `there is no Minecraft version '${version}'`)
  let status
  try {
    status = await ping({ // any version will do; the data of ours is loaded anyway
      host, port, version: wanted?.minecraftVersion ?? ourVersion, closeTimeout: PING_MS, noPongTimeout: PING_MS
    })
  } catch (error) {
    throw coded(...ofError(error, where))
  }
  const theirs = status?.version ?? { name: 'no known', protocol: null }
  if (wanted && theirs.protocol !== wanted.version) {
    throw coded('WRONG_VERSION', `${where} runs version ${theirs.name}, not ${version}`)
  }
  if (wanted) return { version, status }
  const known = minecraftData.postNettyVersionsByProtocolVersion.pc[theirs.protocol]?.[0].minecraftVersion
  const data = known && minecraftData(known)
  if (!data || data.version['<'](OLDEST) || data.version['>'](LATEST)) {
    throw coded('WRONG_VERSION', `${where} runs version ${theirs.name}; bots support ${OLDEST} to ${LATEST}`)
  }
  return { version: known, status }
}

const coded = (code, message) => Object.assign(new Error(message), { code })

function ofError (error, where) {
  const message = String(error?.message ?? error)
  if (/not supported|unsupported|this server is version/i.test(message)) {
    return ['WRONG_VERSION', `${where}: ${message}`]
  }
  return ['UNREACHABLE', `${where} cannot be reached (${error?.code ?? message})`]
}

function ofKick (reason, name, where) {
  if (/already (connected|logged|online|playing)|logged in from another|duplicate_login|name_taken/i.test(reason)) {
    return ['NAME_TAKEN', `a player ${name} is already on ${where}`]
  }
  if (/unverified_username|failed to verify username|not authenticated|authentication/i.test(reason)) {
    return ['ONLINE_MODE', `${where} checks accounts with Mojang, but ${name} has no account`]
  }
  if (/outdated|incompatible|protocol version/i.test(reason)) return ['WRONG_VERSION', `${where}: ${reason}`]
  return ['KICKED', `${where} refused ${name}: ${reason}`]
}

/** The plain text of a chat component. */
function plain (reason) {
  let tree = reason
  try { tree = JSON.parse(reason) } catch {}
  const words = []
  const walk = node => {
    if (typeof node === 'string') words.push(node)
    else if (Array.isArray(node)) node.forEach(walk)
    else if (node !== null && typeof node === 'object') {
      for (const key of ['translate', 'text', 'with', 'extra', 'value']) walk(node[key])
    }
  }
  walk(tree)
  return words.join(' ').trim().slice(0, 200) || 'no reason given'
}

module.exports = { join, agree, ofError, ofKick, plain }
