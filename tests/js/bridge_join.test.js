'use strict'
/**
 * Whom other people's servers let in, with real servers of minecraft-protocol: what is refused is refused with its
 * reason.
 */

const test = require('node:test')
const assert = require('node:assert')
const https = require('node:https')
const { once } = require('node:events')
const { createServer } = require('minecraft-protocol')
const mineflayer = require('mineflayer')
const { join, agree } = require('../../bridge/join')
const { version } = require('../../game/facts')

/** Nobody beyond this machine is asked who a player is. */
const offline = Object.assign(new https.Agent(), { createConnection () { throw new Error('no network') } })

async function serve (t, options) {
  const server = createServer({ host: '127.0.0.1', port: 0, errorHandler: client => client.end('error'), ...options })
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.socketServer.address()
  return { host: '127.0.0.1', port, version: null, where: `127.0.0.1:${port}` }
}

test('a server that asks Mojang who one is lets no bot in, and that is said', async t => {
  const address = await serve(t, { 'online-mode': true, version, agent: offline })
  await assert.rejects(join({ mineflayer, plugins: [], name: 'Alice', ...address }), {
    code: 'ONLINE_MODE',
    message: `${address.where} checks accounts with Mojang, but Alice has no account`
  })
})

test('the version is the server\'s own, one that bots do not speak is named', async t => {
  const { version, status } = await agree(await serve(t, { 'online-mode': false, version: '1.18.2', motd: 'hello' }))
  assert.deepStrictEqual([version, status.description.text], ['1.18.2', 'hello'])
  const old = await serve(t, { 'online-mode': false, version: '1.7.10' })
  await assert.rejects(agree(old), { code: 'WRONG_VERSION', message: /version 1\.7\.10; bots support 1\.8\.8 to / })
})
