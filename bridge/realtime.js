'use strict'
/**
 * The machine's own clock, for functions that must not wait for the game: watchdog, heartbeat, connection timeouts.
 *
 * Everything else in these processes uses the globals. A preload that gives a process a virtual clock (`clock.js`)
 * replaces the globals and keeps the original functions in `globalThis.vclock`; only this file looks there. `obey`
 * carries out the orders of the virtual clock's coordinator; it is null if the process uses the machine's time.
 * `reseed` gives Math.random another seed; it does nothing if the process uses the machine's time.
 */
const source = globalThis.vclock?.real ?? { ...pick(globalThis), now: () => performance.now() }

function pick ({ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate }) {
  return { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate }
}

module.exports = {
  ...pick(source),
  now: source.now,
  obey: globalThis.vclock?.obey ?? null,
  reseed: globalThis.vclock?.reseed ?? (() => {})
}
