'use strict'
/** What the server writes to a client in one turn of the event loop goes out in one piece, in order and whole. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const net = require('node:net')
const { EventEmitter, once } = require('node:events')
const sending = require('../../mc_server/plugins/sending')

/** Calls `talk(socket)` with the server's side of a connection; returns the bytes received and the number of sends. */
async function hear (talk) {
  const serv = { _server: new EventEmitter() }
  sending.server(serv)
  let sends = 0
  const listener = net.createServer(socket => {
    for (const name of ['_write', '_writev']) {
      const send = socket[name]
      socket[name] = function (...args) { sends++; return send.apply(this, args) }
    }
    serv._server.emit('connection', { socket })
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = net.connect(listener.address().port, '127.0.0.1')
  const bytes = []
  client.on('data', chunk => bytes.push(chunk))
  await once(client, 'end')
  client.destroy()
  listener.close()
  return { text: Buffer.concat(bytes).toString(), sends }
}

test('packets of one turn are sent at once, in order', async () => {
  const heard = await hear(socket => {
    for (const part of ['a', 'b', 'c']) socket.write(part)
    setTimeout(() => { socket.write('d'); socket.write('e'); setImmediate(() => socket.end()) }, 20)
  })
  assert.deepEqual(heard, { text: 'abcde', sends: 2 })
})

test('the reason of a kick arrives, although the connection ends in the same turn', async () => {
  const { text } = await hear(socket => { socket.write('because'); socket.end() })
  assert.equal(text, 'because')
})

test('more than fits in the buffers arrives whole', async () => {
  const { text } = await hear(socket => {
    for (let i = 0; i < 200; i++) socket.write('x'.repeat(10000))
    socket.end('end')
  })
  assert.equal(text.length, 2e6 + 3)
})
