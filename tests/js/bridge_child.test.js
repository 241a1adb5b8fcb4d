'use strict'
/** The watch over a child's process: silence is judged by what it computes meanwhile. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { startChild } = require('../../bridge/child')

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'child-'))
process.on('exit', () => fs.rmSync(directory, { recursive: true }))

/** Starts a child that says it is ready, does `work` and then ends by itself; why it ended, and after how long. */
function watch (name, work) {
  const script = path.join(directory, `${name}.js`)
  fs.writeFileSync(script, `require('node:fs').writeSync(3, '{"event":"ready","info":{}}\\n'); ${work}; process.exit(7)`)
  const began = Date.now()
  return new Promise(resolve => {
    const ended = how => {
      clearInterval(timer)
      resolve({ ...how, ms: Date.now() - began })
    }
    const child = startChild({ name, script }, { ready () {}, failed () {}, message () {}, gone: ended })
    const timer = setInterval(child.check, 100)
  })
}

test('a child that computes without an end is ended', async () => {
  const { why, ms } = await watch('spinning', 'for (;;) {}')
  assert.equal(why, 'heartbeat')
  assert.ok(ms < 15000, `${ms} ms`)
})

test('a child that only waits for its turn is not', async () => {
  const { why, code, ms } = await watch('waiting', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)')
  assert.deepEqual([why, code], [null, 7])
  assert.ok(ms >= 4000)
})
