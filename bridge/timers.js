'use strict'
/**
 * Timers of a clock that moves only on command: setTimeout, setInterval, clearTimeout and clearInterval.
 *
 * A timer without delay fires at the same instant, without a command: a turn of the event loop takes no game time,
 * and packets, which take none either, must not overtake the timer. This module does not know who moves the clock.
 */
const util = require('node:util')

const LONGEST = 2 ** 31 - 1
const MOST_AT_ONCE = 1000 // timers without delay at one instant; from then on they take a millisecond, as Node's do

/** @param {object} real - the process's own setImmediate and clearTimeout */
function makeTimers (real) {
  const queue = [] // by due time, then by age
  const byId = new Map()
  let now = 0
  let lastId = 0
  let atOnce = 0

  class Timeout {
    constructor (run, delay, args, repeats) {
      if (typeof run !== 'function') throw new TypeError('The "callback" argument must be of type function')
      const ms = delay >= 1 && delay <= LONGEST ? Math.trunc(delay) : 1
      const instant = !repeats && !(delay >= 1) && atOnce < MOST_AT_ONCE
      Object.assign(this, { run, args, repeats, delay: instant ? 0 : ms, id: ++lastId, due: 0, referenced: true })
      byId.set(this.id, this)
      arm(this)
    }

    ref () { this.referenced = true; return this }
    unref () { this.referenced = false; return this }
    hasRef () { return this.referenced }
    close () { clear(this); return this }
    refresh () {
      if (byId.has(this.id)) { disarm(this); arm(this) }
      return this
    }

    [Symbol.toPrimitive] () { return this.id }
    [Symbol.dispose ?? Symbol.for('dispose')] () { clear(this) }
  }

  function arm (timer) {
    timer.due = now + timer.delay
    let at = queue.length
    while (at > 0 && queue[at - 1].due > timer.due) at--
    queue.splice(at, 0, timer)
    if (timer.delay === 0) real.setImmediate(fire, now)
  }

  function disarm (timer) {
    const at = queue.indexOf(timer)
    if (at >= 0) queue.splice(at, 1)
  }

  function clear (timer) {
    const ours = timer instanceof Timeout ? timer : byId.get(Number(typeof timer === 'object' ? NaN : timer))
    if (!ours) return timer !== null && typeof timer === 'object' ? real.clearTimeout(timer) : undefined
    byId.delete(ours.id)
    disarm(ours)
  }

  const turn = () => new Promise(resolve => real.setImmediate(resolve))

  /** Fires the timers that are due by `until`, in order, with a turn of the event loop after each. */
  async function fire (until) {
    while (queue.length && queue[0].due <= until) {
      const timer = queue.shift()
      if (timer.due > now) {
        now = timer.due
        atOnce = 0
      } else atOnce++
      if (timer.repeats) arm(timer)
      else byId.delete(timer.id)
      try { timer.run(...timer.args) } catch (error) { real.setImmediate(() => { throw error }) }
      await turn()
    }
  }

  /** Moves the clock to `to`; timers that are due by then fire on the way. */
  async function advance (to) {
    await fire(to)
    if (to > now) {
      now = to
      atOnce = 0
    }
  }

  /** Moves the clock and all waiting timers forward to `to`, for a process that joins late. */
  function shift (to) {
    for (const timer of queue) timer.due += to - now
    now = to
  }

  const setTimeout = function setTimeout (run, delay, ...args) { return new Timeout(run, Number(delay), args, false) }
  const setInterval = function setInterval (run, delay, ...args) { return new Timeout(run, Number(delay), args, true) }

  function sleep (delay, value, { signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(() => resolve(value), delay)
      signal?.addEventListener('abort', () => { clear(timer); reject(signal.reason) }, { once: true })
    })
  }
  async function * every (delay, value) {
    for (;;) {
      await sleep(delay)
      yield value
    }
  }
  Object.defineProperty(setTimeout, util.promisify.custom, { enumerable: true, value: sleep })

  return {
    globals: { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear },
    promises: { setTimeout: sleep, setInterval: every },
    get now () { return now },
    get due () { return queue.length > 0 && queue[0].due <= now },
    advance,
    shift,
    turn
  }
}

module.exports = { makeTimers }
