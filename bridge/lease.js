'use strict'
/**
 * One run's permission to act: everything a program can reach asks it first, and it ends with the run.
 *
 * After the end a synchronous method throws and an asynchronous one never settles: whatever the program left running
 * stops at its next await on the bot. A loop that awaits nothing of ours is ended by the watchdog outside.
 */
const { coded, describe } = require('./failure')

const LIMITS = { calls: 50_000, chats: 5, logs: 200, timers: 100, listeners: 50 }
const CHAT_TICKS = 20

function makeLease ({ time, onLog, onFault }) {
  const used = { calls: 0, chats: 0, logs: 0 }
  const cleanups = []
  let over = false
  let chatTick = -Infinity
  let settle
  const ended = new Promise((resolve, reject) => { settle = reject })
  ended.catch(() => {})

  function check (method) {
    if (over) throw coded('STOPPED', 'this run is over')
    if (++used.calls > LIMITS.calls) throw coded('LIMIT', `more than ${LIMITS.calls} calls to the bot in one run`)
    if (method !== 'chat') return
    if (time.tick - chatTick > CHAT_TICKS) {
      chatTick = time.tick
      used.chats = 0
    }
    if (++used.chats > LIMITS.chats) throw coded('LIMIT', `more than ${LIMITS.chats} chat lines a second`)
  }

  /** Ends the run from outside: `code` becomes its outcome. */
  function end (code, message) {
    if (over) return
    over = true
    if (code) settle(coded(code, message))
    for (const clean of cleanups) {
      try { clean() } catch (error) { onFault(describe(error).message) }
    }
  }

  return {
    LIMITS,
    ended,
    check,
    end,
    onEnd (clean) { cleanups.push(clean) },
    get over () { return over },
    log (text) { if (!over && ++used.logs <= LIMITS.logs) onLog(text.slice(0, 500)) },
    /** An error in a callback, which no await of the program can catch. */
    fault (error) { if (!over) onFault(describe(error).message) }
  }
}

module.exports = { makeLease }
