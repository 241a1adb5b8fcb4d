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

/** Milliseconds that a process has computed; undefined once it is gone. */
function computing (pid) {
  try {
    const [user, system] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').slice(11, 13)
    return 10 * (Number(user) + Number(system))
  } catch {}
}

/**
 * Starts a child that says it is ready, does `work` and then ends by itself; why it ended, after how long and how much
 * computing.
 */
function watch (name, work) {
  const script = path.join(directory, `${name}.js`)
  fs.writeFileSync(
    script,
    `require('node:fs').writeSync(3, '{"event":"ready","info":{}}\\n'); ${work}; process.exit(7)`
  )
  const began = Date.now()
  return new Promise(resolve => {
    const ended = how => {
      clearInterval(timer)
      resolve({ ...how, ms: Date.now() - began, computed, earlier })
    }
    let [earlier, computed] = [0, 0] // at the last check but one, and at the last
    const child = startChild({ name, script }, { ready () {}, failed () {}, message () {}, gone: ended })
    const timer = setInterval(() => {
      if (child.why) return
      earlier = computed
      computed = computing(child.pid) ?? computed
      child.check()
    }, 100)
  })
}

test('a child that computes without an end is ended', async () => {
  const { why, computed, earlier } = await watch('spinning', 'for (;;) {}')
  assert.equal(why, 'heartbeat')
  // By the first check that finds it so: a busy machine may let this process wait before that one.
  assert.ok(computed > 1500 && earlier < 4000, `${earlier} to ${computed} ms of computing`)
})

test('a child that only waits for its turn is not', async () => {
  const { why, code, ms } = await watch('waiting', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)')
  assert.deepEqual([why, code], [null, 7])
  assert.ok(ms >= 4000)
})
