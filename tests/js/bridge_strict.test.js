'use strict'
/** Strict order: what waits for what, however long it takes. Here the machine's clock goes FAST times as fast. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const path = require('node:path')
const { execFile } = require('node:child_process')
const { promisify } = require('node:util')

const FAST = 50
const { setTimeout, clearTimeout } = globalThis
const later = (run, ms, ...args) => setTimeout(run, ms / FAST, ...args)
globalThis.vclock = { real: { setTimeout: later, clearTimeout, now: () => performance.now() * FAST } }
const { makeLockstep } = require('../../bridge/lockstep')
const { makeMail } = require('../../bridge/mail')
const { makePeers } = require('../../bridge/peers')

const CLOCK = path.join(__dirname, '../../bridge/clock.js')
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
const REST = { open: [], connecting: 0 }

test('a request is over before the next one is passed on and before the next tick begins', async () => {
  const told = []
  const answers = {} // member -> answers what it was told last
  const mail = makeMail(message => told.push(message), ({ method, to }) => {
    told.push(`${to} ${method}`)
    if (method === 'run') lockstep.begin(1, { holder: 'Alice', seconds: 100, late () {} })
  })
  const lockstep = makeLockstep({ tell: () => {}, peers: makePeers(new Map()), mail })
  lockstep.set({ speed: null, waits: true, strict: true })
  for (const name of ['server', 'Alice']) {
    lockstep.enter(name, ({ clock }) => {
      told.push(`${name} ${clock}`)
      answers[name] = () => lockstep.hear(name, REST)
    })
  }
  await sleep(20)
  assert.deepEqual(told, [], 'the server is not there yet')
  lockstep.ready('server')
  lockstep.ready('Alice')
  mail.ask({ to: 'Alice', method: 'run' })
  while (!answers.server) await sleep(1) // its first tick; nobody is heard of yet, so nobody is asked to settle
  answers.server()
  await sleep(5)
  answers.Alice()
  mail.ask({ to: 'Alice', method: 'stop' })
  mail.ask({ to: 'Alice', method: 'observe' })
  told.length = 0
  await sleep(50)
  assert.deepEqual(told, ['Alice stop', 'Alice settle'], 'what the first request set off goes on')
  mail.say('Alice', 'stopped')
  answers.Alice()
  await sleep(50)
  assert.deepEqual(told.slice(2), ['stopped', 'Alice observe', 'Alice settle'])
  answers.Alice()
  await sleep(50)
  assert.deepEqual(told.slice(5), ['server advance'])
})

test('how long a tick takes is not told, since no two runs have it in common', async () => {
  for (const strict of [false, true]) {
    const told = []
    const mail = makeMail(message => told.push(message), () => {})
    const lockstep = makeLockstep({ tell: event => mail.say('supervisor', event), peers: makePeers(new Map()), mail })
    lockstep.set({ speed: null, strict })
    let answer = () => {}
    lockstep.enter('server', () => { answer = () => lockstep.hear('server', REST) })
    lockstep.ready('server')
    if (!strict) lockstep.hear('server', REST)
    await sleep(45000 / FAST)
    answer()
    await sleep(5)
    assert.deepEqual(told.map(({ event }) => event), strict ? [] : ['fault'])
  }
})

test('a question is answered however long it takes, and when nobody is there any more', async () => {
  const written = []
  const child = name => [name, { ready: true, write: message => written.push([name, message]) }]
  const children = new Map([child('Alice'), child('Bob')])
  const peers = makePeers(children)
  peers.keep()
  peers.ask('Alice', { id: 5, peer: 'Bob', method: 'count', params: {} })
  const passed = peers.pass()
  const { id } = written.shift()[1]
  await sleep(3000 / FAST)
  peers.answer({ id, result: 3 })
  assert.equal(await passed, true)
  assert.deepEqual(written.shift(), ['Alice', { id: 5, result: 3 }])
  peers.ask('Alice', { id: 6, peer: 'Bob', method: 'count', params: {} })
  const lost = peers.pass()
  children.delete('Bob')
  peers.lose('Bob')
  await lost
  const [, answer] = written.pop()
  assert.deepEqual([answer.id, answer.error.code], [6, 'NO_CHILD'])
})

test('a process is at rest when nothing is under way, but for a chain of turns without an end', async () => {
  const script = `
    let turns = 0
    let end = 50
    const again = () => { if (++turns < end) setImmediate(again) }
    again()
    const settle = () => vclock.obey({ clock: 'settle' })
    const server = require('node:net').createServer().listen(0, '127.0.0.1', async () => {
      await settle()
      console.log(turns)
      const { port } = server.address()
      let connected = false
      require('node:net').connect({ port, host: 'localhost', family: 4 }, () => { connected = true })
      await settle()
      console.log(connected)
      end = Infinity
      again()
      await settle()
      process.exit()
    })`
  const options = { env: { CHILD_OPTIONS: JSON.stringify({ name: 'x' }) }, timeout: 20000 }
  const { stdout } = await promisify(execFile)(process.execPath, ['-r', CLOCK, '-e', script], options)
  assert.deepEqual(stdout.trim().split('\n'), ['50', 'true'])
})
