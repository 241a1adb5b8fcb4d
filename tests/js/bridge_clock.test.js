'use strict'
/** The virtual timers, and what is taken for in flight between processes. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { execFile } = require('node:child_process')
const net = require('node:net')
const path = require('node:path')
const util = require('node:util')
const { makeTimers } = require('../../bridge/timers')
const { due, makeConnections } = require('../../bridge/connections')
const { makeLockstep } = require('../../bridge/lockstep')
const { makeMail } = require('../../bridge/mail')
const { makePeers } = require('../../bridge/peers')
const { watchTraffic } = require('../../bridge/traffic')

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
/** Waits until it holds; the runner ends a test that waits in vain. */
const until = async holds => { while (!holds()) await sleep(5) }

test('timers fire in order of their time, then of their age, and only when time is granted', async () => {
  const timers = makeTimers(globalThis)
  const { setTimeout: later, setInterval: every, clearInterval: stop } = timers.globals
  const fired = []
  later(() => fired.push(['b', timers.now]), 20)
  later(() => fired.push(['a', timers.now]), 10)
  later(() => fired.push(['c', timers.now]), 20)
  const ticks = every(() => fired.push(['tick', timers.now]), 25)
  await sleep(40)
  assert.deepEqual(fired, [])
  await timers.advance(50)
  assert.deepEqual(fired, [['a', 10], ['b', 20], ['c', 20], ['tick', 25], ['tick', 50]])
  stop(ticks)
  await timers.advance(100)
  assert.equal(fired.length, 5)
})

test('a timer without delay fires at once, by itself; one without end does not stop the world', async () => {
  const timers = makeTimers(globalThis)
  let count = 0
  timers.globals.setTimeout(() => count++, 0)
  await until(() => count > 0)
  assert.deepEqual([count, timers.now], [1, 0])
  const again = () => { count++; timers.globals.setTimeout(again, 0) }
  again()
  await timers.advance(3)
  assert.equal(timers.now, 3)
  assert.ok(count > 1000)
})

test('a timer is known by its object and its number; it can be refreshed, and promised', async () => {
  const timers = makeTimers(globalThis)
  const { setTimeout: later, clearTimeout: clear } = timers.globals
  let fired = 0
  clear(Number(later(() => fired++, 10)))
  const fresh = later(() => fired++, 10)
  await timers.advance(8)
  fresh.refresh()
  await timers.advance(15)
  assert.equal(fired, 0)
  const promised = util.promisify(later)(5, 'done')
  await timers.advance(20)
  assert.deepEqual([fired, await promised], [1, 'done'])
})

test('a process that comes late finds its timers shifted', async () => {
  const timers = makeTimers(globalThis)
  let ticks = 0
  timers.globals.setInterval(() => ticks++, 50)
  timers.shift(60_000)
  await timers.advance(60_050)
  assert.equal(ticks, 1)
})

test('a server is waited for until it has read all, and a client only if the server has ended', () => {
  const { look } = makeConnections()
  const member = (name, ...open) => ({ name, open, connecting: 0 })
  const server = (written, read, ended = false) => member('server', [1, 'server', written, read, ended])
  const alice = (written, read) => member('Alice', [1, 'client', written, read, false])
  const both = new Set(['Alice', 'server'])
  assert.deepEqual(look([server(10, 5), alice(5, 10)]), { unread: new Set(), odd: false })
  assert.deepEqual(look([server(10, 4), alice(5, 10)]), { unread: both, odd: false })
  assert.deepEqual(look([server(10, 5), alice(5, 9)]), { unread: new Set(), odd: false })
  assert.deepEqual(look([server(10, 5, true), alice(5, 9)]), { unread: both, odd: false })
  assert.equal(look([server(10, 5), { ...member('Alice'), connecting: 1 }]).odd, true)
  assert.deepEqual(due([server(10, 5)]), { 1: 10 })
})

test('a server that takes long to load is waited for, and the coordinator goes on listening', async () => {
  const mail = makeMail(() => {}, () => {})
  const lockstep = makeLockstep({ tell: () => {}, peers: makePeers(new Map()), mail })
  lockstep.set({ speed: null })
  lockstep.enter('server', () => {})
  await sleep(5500)
  assert.equal(lockstep.state().quanta, 1)
})

test('an end without another is waited for, until it proves to be a stranger', async () => {
  const { look } = makeConnections()
  const server = written => [{ name: 'server', open: [[7, 'server', written, 0]], connecting: 0 }]
  const began = performance.now()
  assert.equal(look(server(1)).odd, true)
  await sleep(320)
  const there = look(server(2)).odd
  // Longer than that it is not waited for.
  if (performance.now() - began < 2000) assert.equal(there, true, 'it still talks')
  await sleep(320)
  assert.equal(look(server(2)).odd, false)
  assert.equal(look(server(3)).odd, false)
})

test('strangers prove it side by side, and one that never stops talking is not waited for either', async () => {
  const { look } = makeConnections()
  let said = 0
  const talks = () =>
    look([
      {
        name: 'server',
        open: [
          [7, 'server', 0, ++said], [8, 'server', 0, 1]
        ],
        connecting: 0
      }
    ]).odd
  const still = () => look([{ name: 'server', open: [[8, 'server', 0, 1]], connecting: 0 }]).odd
  const began = performance.now()
  for (;;) { // until both have been there for long, and the one has talked all the time
    const there = talks()
    if (performance.now() - began > 1500) break // a busy machine may take longer than that with one turn
    assert.equal(there, true)
    await sleep(100)
  }
  assert.equal(still(), false, 'it has been still beside the other')
  const { look: again } = makeConnections()
  const drips = () => again([{ name: 'server', open: [[9, 'server', 0, ++said]], connecting: 0 }]).odd
  const end = Date.now() + 4000
  while (drips() && Date.now() < end) await sleep(50)
  assert.equal(drips(), false)
})

test('what a server sends is kept until it is delivered, in one piece; the end of a connection is not', async () => {
  const { kept, lacks, report } = watchTraffic()
  const server = net.createServer(socket => socket.on('data', data => socket.write(`<${data}>`)))
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const client = net.connect(server.address().port, '127.0.0.1')
  const seen = []
  client.on('data', data => seen.push(String(data)))
  client.on('end', () => seen.push('end'))
  const sent = () => Object.fromEntries(report().open.map(([, side, written, read]) => [side, { written, read }]))
  client.write('a')
  await until(() => sent().client?.read === 3)
  client.write('b')
  await until(() => sent().client?.read === 6)
  assert.deepEqual(seen, [])
  const port = client.localPort
  assert.deepEqual([6, 7].map(bytes => lacks({ [port]: bytes })), [false, true], 'it waits for what is on its way')
  assert.equal(lacks({ [port + 1]: 7 }), false, 'of somebody else')
  assert.deepEqual(sent(), { client: { written: 2, read: 6 }, server: { written: 6, read: 2 } }, 'it came all the same')
  kept().forEach(deliver => deliver())
  assert.deepEqual(seen, ['<a><b>'])
  client.write('c')
  await until(() => sent().client.read === 9)
  client.end()
  await until(() => seen.length === 3)
  assert.deepEqual(seen, ['<a><b>', '<c>', 'end'])
  assert.equal(lacks({ [port]: 99 }), false, 'nothing comes any more')
  server.close()
})

const THROWS = `
  const net = require('node:net')
  const { once } = require('node:events')
  process.on('uncaughtException', error => console.log('caught', error.message))
  async function main () {
    const server = net.createServer(socket => socket.write('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    net.connect(server.address().port, '127.0.0.1').on('data', () => { throw new Error('of the reader') })
    for (let at = 0; at < 500; at += 50) await vclock.obey({ clock: 'advance', from: at, to: at + 50 })
    console.log('answered')
    process.exit(0)
  }
  main()`

const DUE = `
  const net = require('node:net')
  const { once } = require('node:events')
  async function main () {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = net.connect(server.address().port, '127.0.0.1').on('data', data => console.log(String(data)))
    const [peer] = await once(server, 'connection')
    while (client.connecting) await new Promise(setImmediate)
    setTimeout(() => console.log('fires'), 50)
    const due = { [client.localPort]: 5 }
    const answer = vclock.obey({ clock: 'advance', from: 0, to: 50, due })
    vclock.real.setTimeout(() => { console.log('sends'); peer.write('hello') }, 100)
    await answer
    process.exit(0)
  }
  main()`

test('no time passes before what the server has sent is there', async () => {
  const clock = path.join(__dirname, '..', '..', 'bridge', 'clock.js')
  const env = { CHILD_OPTIONS: JSON.stringify({ name: 'test' }) }
  const { stdout } = await util.promisify(execFile)(process.execPath, ['-r', clock, '-e', DUE], { env })
  assert.deepEqual(stdout.trim().split('\n'), ['sends', 'hello', 'fires'])
})

test('an error in what reads a delivered packet stops no clock', async () => {
  const clock = path.join(__dirname, '..', '..', 'bridge', 'clock.js')
  const env = { CHILD_OPTIONS: JSON.stringify({ name: 'test' }) }
  const { stdout } = await util.promisify(execFile)(process.execPath, ['-r', clock, '-e', THROWS], { env })
  assert.deepEqual(stdout.trim().split('\n'), ['caught of the reader', 'answered'])
})
