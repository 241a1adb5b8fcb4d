'use strict'
/**
 * Connects one mineflayer bot and says, as a code, why it could not: UNREACHABLE, NAME_TAKEN, WRONG_VERSION, KICKED.
 */
const real = require('./realtime')

const JOIN_MS = 15000

/** @returns {Promise<object>} the bot, standing in a loaded world; rejects with an error that has a `code` */
function join ({ mineflayer, plugins, name, host, port, version }) {
  return new Promise((resolve, reject) => {
    const where = `${host}:${port}`
    const bot = mineflayer.createBot({ host, port, username: name, version: version ?? false, auth: 'offline', hideErrors: true, logErrors: false })
    bot.setMaxListeners(0)
    bot.loadPlugins(plugins)

    const timer = real.setTimeout(() => refuse('UNREACHABLE', `${where} did not let ${name} in within ${JOIN_MS / 1000} s`), JOIN_MS)
    const refuse = (code, message) => {
      real.clearTimeout(timer)
      reject(Object.assign(new Error(message), { code }))
    }
    bot.on('error', error => refuse(...ofError(error, where)))
    bot.on('kicked', reason => refuse(...ofKick(plain(reason), name, where)))
    bot.on('end', reason => refuse('UNREACHABLE', `${where} closed the connection of ${name} (${reason})`))
    bot.once('spawn', () => {
      bot.waitForChunksToLoad().then(() => {
        real.clearTimeout(timer)
        resolve(bot)
      }, error => refuse('UNREACHABLE', `${where} sent ${name} no world: ${error.message}`))
    })
  })
}

function ofError (error, where) {
  const message = String(error?.message ?? error)
  if (/is not supported|Unsupported protocol|This server is version|unsupported/i.test(message)) return ['WRONG_VERSION', `${where}: ${message}`]
  return ['UNREACHABLE', `${where}: ${error?.code ?? message}`]
}

function ofKick (reason, name, where) {
  if (/already (connected|logged|online|playing)|logged in from another|duplicate_login|name_taken/i.test(reason)) return ['NAME_TAKEN', `there is already a player ${name} on ${where}`]
  if (/outdated_|incompatible|outdated (client|server)|version/i.test(reason)) return ['WRONG_VERSION', `${where}: ${reason}`]
  return ['KICKED', `${where} refused ${name}: ${reason}`]
}

/** The words of a chat component. */
function plain (reason) {
  let tree = reason
  try { tree = JSON.parse(reason) } catch {}
  const words = []
  const walk = node => {
    if (typeof node === 'string') words.push(node)
    else if (Array.isArray(node)) node.forEach(walk)
    else if (node !== null && typeof node === 'object') for (const key of ['translate', 'text', 'with', 'extra', 'value']) walk(node[key])
  }
  walk(tree)
  return words.join(' ').trim().slice(0, 200) || 'no reason given'
}

module.exports = { join, ofError, ofKick, plain }
