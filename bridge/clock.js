'use strict'
/**
 * A preload (node -r) that gives the process a virtual clock, which moves only when the coordinator grants time.
 *
 * Virtual: setTimeout, setInterval, timers/promises, Date, performance.now, process.hrtime. Seeded: Math.random, from
 * the process's name and the seed. Real: sockets, setImmediate, nextTick, Node's internal timers, AbortSignal.timeout,
 * and `globalThis.vclock.real`, which `realtime.js` exports. Must be loaded before everything else. This clock does not
 * notice work that crypto and zlib do in the background: a process that does only such work counts as idle.
 */
const timers = require('node:timers')
const promises = require('node:timers/promises')
const { performance } = require('node:perf_hooks')
const { makeTimers } = require('./timers')
const seeded = require('./random')
const { watchTraffic } = require('./traffic')

const EPOCH = Date.UTC(2020, 0, 1)
// Turns of the event loop without a byte, a timer or work under way, after which the process counts as idle.
const STILL = 2
const MOST_CHAINED = 1000 // turns that are waited for only because each asks for the next one
const SLOW = /^FSReq|^GetAddrInfo|ConnectWrap$/ // what ends when the machine is through with it

const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date: RealDate } = globalThis
const real = {
  setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, now: performance.now.bind(performance)
}
const clock = makeTimers(real)
const traffic = watchTraffic()

/** Lets the event loop turn until no work is left at this instant. */
async function settle () {
  let still = 0
  let chained = 0
  let before = -1
  while (still < STILL) {
    await clock.turn()
    if (clock.due) {
      await clock.advance(clock.now)
      before = -1
    }
    const bytes = traffic.total()
    const kinds = process.getActiveResourcesInfo()
    const works = kinds.some(kind => SLOW.test(kind)) || (kinds.includes('Immediate') && ++chained < MOST_CHAINED)
    still = bytes === before && !works ? still + 1 : 0
    before = bytes
  }
}

/**
 * Obeys the coordinator's order, {clock: 'advance', from, to, strict, due} or {clock: 'settle'}, and returns the
 * process's traffic. `due`: what a server has sent before this tick, as in `connections.js`; it is on its way.
 */
async function obey ({ clock: order, from, to, strict, due = {} }) {
  if (order === 'advance') {
    while (traffic.lacks(due)) await clock.turn()
    if (from > clock.now) clock.shift(from)
    traffic.keepAll(strict)
    for (const deliver of traffic.kept()) {
      // An error of whoever reads is nobody's who keeps the time: the coordinator waits for our answer.
      try { deliver() } catch (error) { real.setImmediate(() => { throw error }) }
      await settle()
    }
    await clock.advance(to)
  }
  await settle()
  return { now: clock.now, ...traffic.report() }
}

/** Keeps the prototype of the built-in Date, so that `instanceof Date` holds for every date. */
function virtualDate () {
  const now = () => EPOCH + Math.floor(clock.now)
  function Date (...args) {
    if (!new.target) return new RealDate(now()).toString()
    return Reflect.construct(RealDate, args.length ? args : [now()], new.target)
  }
  Object.defineProperty(Date, 'length', { value: RealDate.length })
  Object.defineProperty(Date, 'prototype', { value: RealDate.prototype, writable: false })
  for (const [name, value] of Object.entries({ now, parse: RealDate.parse, UTC: RealDate.UTC })) {
    Object.defineProperty(Date, name, { value, writable: true, configurable: true })
  }
  Object.defineProperty(RealDate.prototype, 'constructor', { value: Date, writable: true, configurable: true })
  return Date
}

/** Each process has its own random numbers, which are the same in every run. */
function stream ({ name, seed = 1 }) {
  return [...name].reduce((hash, char) => Math.imul(hash, 31) + char.charCodeAt(0), seed)
}

const nanoseconds = () => BigInt(Math.round(clock.now * 1e6))
function hrtime (since) {
  const [s, ns] = [Number(nanoseconds() / 1000000000n), Number(nanoseconds() % 1000000000n)]
  if (!since) return [s, ns]
  const past = (s - since[0]) * 1e9 + ns - since[1]
  return [Math.floor(past / 1e9), past % 1e9]
}

Object.assign(globalThis, clock.globals)
Object.assign(timers, clock.globals)
Object.assign(promises, clock.promises)
globalThis.Date = virtualDate()
const options = JSON.parse(process.env.CHILD_OPTIONS)
const chance = {}
Math.random = seeded(stream(options), chance)
performance.now = () => clock.now
process.hrtime = Object.assign(hrtime, { bigint: nanoseconds })
require('node:module').syncBuiltinESMExports()

/** From now on, Math.random uses another seed. */
const reseed = seed => { chance.state = stream({ name: options.name, seed }) }

globalThis.vclock = { real, obey, reseed }
