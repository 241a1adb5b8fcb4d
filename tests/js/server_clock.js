'use strict'
/**
 * Lays the virtual clock under a test's process and lets its time run as fast as the machine allows.
 * To be required first.
 *
 * Server and clients of the test live in one process, so an instant is over when the process is idle: no test waits for
 * real time, and none depends on how busy the machine is.
 */

require('node:test') // its own time limits stay real
process.env.CHILD_OPTIONS ??= JSON.stringify({ name: 'test', seed: 1 })
require('../../bridge/clock')

const TICK_MS = 50
let worlds = 0
let now = 0
let runs = false

async function run () {
  if (runs) return
  runs = true
  for (;;) {
    if (worlds === 0) break
    await globalThis.vclock.obey({ clock: 'advance', from: now, to: now + TICK_MS })
    now += TICK_MS
  }
  runs = false
}

/** Time runs from the first world's opening to the last one's closing. */
module.exports = {
  opened () {
    worlds++
    run()
  },
  closed () { worlds-- }
}
