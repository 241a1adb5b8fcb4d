'use strict'
/**
 * The machine's own clock, for functions that must not wait for the game: watchdog, heartbeat, connection timeouts.
 *
 * Everything else in these processes uses the globals. A preload that lays a virtual clock under a process (`clock.js`)
 * replaces the globals and leaves the true functions in `globalThis.vclock`; this file is the only one that looks
 * there. `obey` does what the coordinator of such a clock says; it is null where time is the machine's. `reseed` gives
 * Math.random another seed, where it has one.
 */
const source = globalThis.vclock?.real ?? { ...pick(globalThis), now: () => performance.now() }

function pick ({ setTimeout, clearTimeout, setInterval, clearInterval }) {
  return { setTimeout, clearTimeout, setInterval, clearInterval }
}

module.exports = {
  ...pick(source),
  now: source.now,
  obey: globalThis.vclock?.obey ?? null,
  reseed: globalThis.vclock?.reseed ?? (() => {})
}
