'use strict'
/**
 * One child process of the supervisor: how it is started, watched and ended.
 *
 * A child speaks NDJSON on its fd 3. The child must send `ready` (or `failed`) within START_MS and from then on a
 * heartbeat at least every HEARTBEAT_MS of its own computing time, and it must stay under its memory limit; otherwise
 * it is killed. Only computing time counts, so that a well-behaved child that waits for its turn on an overloaded
 * machine is not killed. The kernel kills the child when the supervisor dies (by setpriv --pdeathsig, if the machine
 * has it). Without setpriv, a child in an endless loop survives if the supervisor and Python are killed at the same
 * instant.
 */
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const ndjson = require('./ndjson')
const real = require('./realtime')

const HEARTBEAT_MS = 2000
const SILENCE_MS = 20000 // the longest silence, whatever it computes
const START_MS = 30000
const PAGE = 4096
/**
 * A fraction of the heap's limit. If memory use grew by less than this during a program, the program did not run out of
 * memory.
 */
const GROWTH = 0.25
const CPU_MS = 10 // a kernel's unit of computing time
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/local/bin/setpriv'].find(p => fs.existsSync(p))

/**
 * @param {object} spec - name, script, options, permission, readable, preload, heapMb, rssMb
 * @param {object} on - ready(info), failed(error), message(m), gone({pid, code, signal, why})
 */
function startChild (spec, on) {
  const { name, heapMb = 256, rssMb = 450 } = spec
  const [command, ...args] = commandLine({ ...spec, heapMb })
  const log = logFile(name)
  const proc = spawn(command, args, {
    cwd: path.dirname(spec.script),
    env: environment(spec),
    stdio: ['ignore', log, log, 'pipe']
  })
  if (log !== 'ignore') fs.closeSync(log)

  const child = { name, pid: proc.pid, ready: false, rss: 0, seen: real.now(), why: null, write, kill, check }
  let failure = null
  let base = 0 // resident bytes when its last program began: V8 gives back little of what an earlier one took
  let heard = { at: child.seen, computed: 0 } // the last sign of life that check() knows, and what it had computed then
  const send = proc.stdio[3] ? ndjson(proc.stdio[3], receive) : () => {}

  function write (message) { send(message) }

  function receive (message) {
    child.seen = real.now()
    if (message.event === 'began') base = residentBytes(child.pid) ?? child.rss
    if (message.event === 'heartbeat') child.rss = message.rss
    else if (message.event === 'failed') failure = { code: message.code, message: message.message }
    else if (message.event === 'ready' && !child.ready) {
      child.ready = true
      on.ready({ pid: child.pid, ...message.info })
    } else on.message(message)
  }

  function kill (why) {
    child.why ??= why
    proc.kill('SIGKILL')
  }

  function check () {
    const rss = residentBytes(child.pid) ?? child.rss
    const silent = real.now() - child.seen
    const computed = computedMs(child.pid) ?? heard.computed + silent
    if (child.seen !== heard.at) heard = { at: child.seen, computed }
    const mute = silent > SILENCE_MS || (silent > HEARTBEAT_MS && computed - heard.computed > HEARTBEAT_MS)
    if (rss > rssMb * 1e6) kill('memory')
    else if (!child.ready && silent > START_MS) kill('start')
    // A heap at its limit collects garbage without end before V8 gives up: that is memory, too.
    else if (child.ready && mute) {
      const took = rss > heapMb * 1e6 && rss - base > GROWTH * heapMb * 1e6
      kill(took ? 'memory' : 'heartbeat')
    }
  }

  let over = false
  function gone (code, signal) {
    if (over) return
    over = true
    if (!child.ready) {
      on.failed(
        failure ?? {
          code: child.why === 'start' ? 'START_TIMEOUT' : 'CRASHED',
          message: `${name} ended before it was ready (${child.why ?? signal ?? `exit ${code}`})`
        }
      )
    }
    on.gone({ pid: child.pid, code, signal, why: child.why })
  }
  proc.on('error', error => { failure ??= { code: 'CRASHED', message: error.message }; gone(null, null) })
  proc.on('close', gone) // and not 'exit': by then everything it wrote has been read
  return child
}

function commandLine ({ script, permission, readable = [], preload = [], heapMb }) {
  const fence = permission
    ? ['--permission', '--disable-proto=delete', ...readable.map(p => `--allow-fs-read=${p}`)]
    : []
  const node = [
    process.execPath, `--max-old-space-size=${heapMb}`, ...fence, ...preload.flatMap(p => ['-r', p]), script
  ]
  return SETPRIV ? [SETPRIV, '--pdeathsig', 'KILL', '--', ...node] : node
}

/** Returns a fresh environment: none of the user's environment variables reaches a child, except NODE_PATH. */
function environment ({ name, options = {} }) {
  return { CHILD_OPTIONS: JSON.stringify({ name, ...options }), NODE_PATH: process.env.NODE_PATH ?? '' }
}

function logFile (name) {
  const directory = process.env.MINECREW_LOGS
  return directory ? fs.openSync(path.join(directory, `${name}.log`), 'a') : 'ignore'
}

/** The computing time of a process so far, summed over all its threads. */
function computedMs (pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * CPU_MS
  } catch { return null }
}

function residentBytes (pid) {
  try { return fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] * PAGE } catch { return null }
}

module.exports = { startChild, HEARTBEAT_MS }
