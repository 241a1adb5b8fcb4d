'use strict'
/**
 * Game time as one bot experiences it: its physics ticks, 20 per second, counted since it joined.
 *
 * All deadlines and waits of programs are counted here, so they work with any clock that the process is given.
 */
const TICKS_PER_SECOND = 20

function gameTime (bot) {
  let tick = 0
  const due = new Set()
  bot.on('physicsTick', () => {
    tick++
    for (const wait of due) {
      if (wait.at > tick) continue
      due.delete(wait)
      wait.run()
    }
  })

  /** Calls `run` after `ticks` ticks. Returns a function that cancels the call. */
  function after (ticks, run) {
    const wait = { at: tick + Math.max(1, Math.ceil(ticks)), run }
    due.add(wait)
    return () => due.delete(wait)
  }

  return {
    get tick () { return tick },
    get seconds () { return tick / TICKS_PER_SECOND },
    after,
    afterSeconds: (seconds, run) => after(seconds * TICKS_PER_SECOND, run)
  }
}

module.exports = { gameTime }
