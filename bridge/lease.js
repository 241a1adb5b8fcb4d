'use strict'
/**
 * One run's permission to act: everything a program can reach asks it first, and it ends with the run.
 *
 * After the end, a synchronous method throws and an asynchronous one never settles, so code that the program left
 * running stops at its next await on the bot. The watchdog outside the process ends a loop that awaits none of our
 * methods. The lease records the operations that the host began for the program, so that the run can wait until they
 * have ended.
 */
const { coded, describe } = require('./failure')

const LIMITS = { calls: 50_000, deeds: 100, chats: 5, logs: 200, timers: 100, listeners: 50 }
const CALL_TICKS = 200 // in which so many calls are too many: a long program may make more in all
const CHAT_TICKS = 20
// Deeds are counted by the tick: each sends up to three packets, and servers end a connection that floods them
// (ours ends it at 1000).

function makeLease ({ time, onLog, onFault }) {
  const used = { calls: 0, deeds: 0, chats: 0, logs: 0 }
  const since = { calls: -Infinity, deeds: -Infinity, chats: -Infinity } // the tick since which they are counted
  const cleanups = new Set()
  const begun = new Set() // promises of the host
  let over = false
  let settle
  const ended = new Promise((resolve, reject) => { settle = reject })
  ended.catch(() => {})

  /** Counts one more use of a kind; the count starts again from 0 after more than `ticks` ticks. */
  function count (kind, ticks, words) {
    if (time.tick - since[kind] > ticks) {
      since[kind] = time.tick
      used[kind] = 0
    }
    if (++used[kind] > LIMITS[kind]) throw coded('LIMIT', `more than ${LIMITS[kind]} ${words}`)
  }

  function check (method) {
    if (over) throw coded('STOPPED', 'this run is over')
    count('calls', CALL_TICKS, `calls to the bot within ${CALL_TICKS / 20} s`)
    if (method === 'chat') count('chats', CHAT_TICKS, 'chat lines per second')
  }

  /** Like check(), for methods that perform an action instead of only returning a value. */
  function checkDeed (method) {
    check(method)
    count('deeds', 0, 'actions in one tick')
  }

  /** Ends the run; if `error` is given, the run fails with it. */
  function finish (error) {
    if (over) return
    over = true
    if (error !== undefined) settle(error)
    for (const clean of cleanups) {
      try { clean() } catch (error) { onFault(describe(error).message) }
    }
  }

  /** Records an operation that the host performs for the program, until the operation ends, and returns it. */
  function hold (doing) {
    const kept = Promise.resolve(doing).then(forget, forget)
    function forget () { begun.delete(kept) }
    begun.add(kept)
    return doing
  }

  /** Waits until all recorded operations have ended; false if they have not after `ticks` ticks. */
  function settled (ticks) {
    if (begun.size === 0) return true
    return new Promise(resolve => {
      const cancel = time.after(ticks, () => resolve(false))
      const look = () => {
        if (begun.size > 0) return Promise.all(begun).then(look)
        cancel()
        resolve(true)
      }
      look()
    })
  }

  return {
    LIMITS,
    ended,
    check,
    checkDeed,
    hold,
    settled,
    /** Ends the run from outside: `code` becomes its outcome. */
    end (code, message) { finish(code ? coded(code, message) : undefined) },
    /**
     * Calls a callback of the program. No await of the program can catch its error, so the first error ends the run.
     */
    async callback (f) {
      if (over) return
      try { await f() } catch (error) { finish(error ?? new Error(String(error))) }
    },
    /** Calls `clean` at the run's end. Returns a function that cancels this, for operations that end earlier. */
    onEnd (clean) {
      cleanups.add(clean)
      return () => cleanups.delete(clean)
    },
    /** The number of functions to call at the end. */
    get cleanups () { return cleanups.size },
    get over () { return over },
    log (text) { if (!over && ++used.logs <= LIMITS.logs) onLog(text.slice(0, 500)) }
  }
}

module.exports = { makeLease, CALL_TICKS, CHAT_TICKS }
