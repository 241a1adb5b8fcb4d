'use strict'
/** Joins the server at the port that is given and leaves again, one guest after the other; says how many have been. */

const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const protocol = require('minecraft-protocol')
const { version } = require('../game/facts')

const [port, pause] = process.argv.slice(2).map(Number)
const PATIENCE = 30000 // ms

async function visit (number) {
  const client = protocol.createClient({
    host: '127.0.0.1', port, username: `Guest${number % 8}`, auth: 'offline', version
  })
  client.on('error', () => {})
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    const [{ teleportId }] = await once(client, 'position', { signal })
    client.write('teleport_confirm', { teleportId })
    await sleep(pause)
    return 1
  } catch {
    return 0
  } finally {
    client.end()
    client.socket?.destroy()
  }
}

async function main () {
  for (let number = 0, been = 0; ; number++) {
    been += await visit(number)
    process.stdout.write(`${been}\n`)
    await sleep(pause)
  }
}

main()
