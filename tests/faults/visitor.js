'use strict'
/**
 * A visitor with a plain protocol client: `node visitor.js PORT VERSION` joins as Zoe, says the lines of its standard
 * input, and prints what it hears, a line each, until that input ends.
 */
const { createInterface } = require('node:readline')
const { once } = require('node:events')
const { createClient } = require('minecraft-protocol')

const [port, version] = process.argv.slice(2)
const client = createClient({ host: '127.0.0.1', port: Number(port), version, username: 'Zoe', auth: 'offline' })
const joined = once(client, 'position')
const words = node => [node.text ?? '', ...(node.extra ?? []).map(words)].join('')

joined.then(() => console.log('joined'))
client.on('chat', ({ message }) => console.log(words(JSON.parse(message))))
client.on('end', () => process.exit())
createInterface({ input: process.stdin })
  .on('line', message => joined.then(() => client.write('chat', { message })))
  .on('close', () => process.exit())
