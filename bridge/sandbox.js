'use strict'
/**
 * Runs a program in an SES compartment of its own, which reaches the bot only through the facade, for the duration of
 * one lease. Needs lockdown().
 *
 * The compartment is the boundary against hostile code, but it cannot limit memory, or computing time without an
 * await. Both are limited from outside: the process is killed, and the bot is restarted.
 *
 * Does not protect against:
 * - actions that the game allows: a program may throw away its bot's items, hurt others, dig and break blocks
 *   (policy.js handles that), say anything in the chat that is not a command, and let its bot die;
 * - faults of V8, of SES, or of mineflayer when it reads a server's data: behind the compartment there are only
 *   --permission (no files, no processes, but an escaped program can use the network) and an environment without keys;
 * - slow programs: a program may use up to 2 s of computing without an await and 450 MB, again and again. This slows
 *   down a machine with fewer cores than bots, and in lockstep the game time of all bots stops until it is over;
 * - leaks: stack traces name files of this machine, the chat is public, and a program may return anything that it has
 *   learned;
 * - false failures: a program can fake SYNTAX, LIMIT or FORBIDDEN by throwing a similar error, with any line number;
 *   skills of the library that it calls run in its compartment and are only as trustworthy as the program;
 * - effects on the next program: position, inventory, health and world stay as the last program left them.
 */
const { holdClicks } = require('./clicks')
const { makeFacade } = require('./facade')
const { holdGaze } = require('./gaze')
const { makeGuestData } = require('./guestdata')
const { makeLease } = require('./lease')
const { makeLibrary, evaluateProgram, IDENTIFIER } = require('./library')
const { makeMembrane } = require('./membrane')
const { rules } = require('../game/facts')
const { coded, describe, fail } = require('./failure')
const seeded = require('./random')
const { hearRemarks } = require('./remarks')

const SETTLE_TICKS = 60 // eating takes mineflayer's own limit of 50 to be given up
const MAX_RESULT = 64 * 1024
const MAX_DEPTH = 64 // JSON readers give up at depths of their own
const HUGE = 2 ** 63
const AS_FLOAT = 1e21 // from here on, JSON writes an exponent, and readers take the number for a float
const EPOCH = Date.UTC(2020, 0, 1)
const NO_SES = { Compartment: undefined, lockdown: undefined, harden: undefined }

/**
 * @param {object} world - bot, time, guard, goals, movementsOf, ask, HostVec3, registry
 * @param {object} own - seed, vec3Source, emit(event)
 */
function makeSandbox (world, { seed, vec3Source, emit }) {
  const { Compartment, harden } = globalThis
  const library = makeLibrary()
  const data = makeGuestData({ registry: world.registry, freeze: harden })
  const guestRules = harden(structuredClone(rules))
  const vec3 = loadVec3()
  const chance = {}
  const random = { value: seeded(seed, chance) }
  const math = harden(Object.create(Object.prototype, { ...Object.getOwnPropertyDescriptors(Math), random }))
  const clicks = holdClicks(world.bot, world.time)
  const gaze = holdGaze(world.bot)
  const remarks = hearRemarks(world.bot)
  let running = null

  /**
   * Evaluates the vec3 package's own text inside the compartment, so that `instanceof Vec3` works and no object of
   * the host is reachable through it.
   */
  function loadVec3 () {
    const module = { exports: {} }
    new Compartment({ __options__: true, name: 'vec3', globals: NO_SES }).evaluate(
      `(function (module) {${vec3Source}\n})`
    )(module)
    return harden(module.exports)
  }

  /**
   * A Date that follows game time. This class extends no other, because a class reveals its superclass, and the
   * host's Date knows the real time.
   */
  function guestDate () {
    const { Date: HostDate } = globalThis
    const now = () => EPOCH + world.time.tick * 50
    class Date {
      constructor (...args) { return Reflect.construct(HostDate, args.length ? args : [now()], new.target) }
      static now () { return now() }
      static parse (text) { return HostDate.parse(text) }
      static UTC (...parts) { return HostDate.UTC(...parts) }
    }
    Object.setPrototypeOf(Date.prototype, HostDate.prototype)
    return harden(Date)
  }
  const GuestDate = guestDate()

  function guestConsole (lease) {
    const log = harden((...args) => lease.log(args.map(show).join(' ')))
    return harden({ log, info: log, warn: log, error: log, debug: log })
  }

  function guestTimers (lease) {
    const timers = new Map() // guest token -> cancel
    lease.onEnd(() => { for (const cancel of timers.values()) cancel() })
    const set = repeat => harden((f, ms, ...args) => {
      const ticks = (Number(ms) || 0) / 50 // first: what it asks of an object of the program's may arm timers, too
      lease.check('timer')
      if (typeof f !== 'function') throw coded('BAD_ARGUMENT', 'a timer needs a function')
      if (timers.size >= lease.LIMITS.timers) throw coded('LIMIT', `more than ${lease.LIMITS.timers} timers`)
      const token = Object.freeze({})
      const arm = () => timers.set(token, world.time.after(ticks, () => {
        timers.delete(token)
        if (repeat) arm()
        lease.callback(() => f(...args))
      }))
      arm()
      return token
    })
    const clear = harden(token => {
      timers.get(token)?.()
      timers.delete(token)
    })
    return { setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear }
  }

  function compartmentFor (lease) {
    const compartment = new Compartment({
      __options__: true,
      name: 'program',
      globals: {
        ...NO_SES,
        Math: math,
        Date: GuestDate,
        console: guestConsole(lease),
        fail: harden(failAs),
        ...guestTimers(lease)
      }
    })
    const membrane = makeMembrane({ lease, freeze: harden, Vec3: vec3.Vec3, HostVec3: world.HostVec3 })
    const { bot, goals, Movements } = makeFacade(world, membrane, lease)
    const modules = {
      vec3,
      'minecraft-data': harden(() => data),
      'mineflayer-pathfinder': harden({ goals, Movements, pathfinder: () => {} })
    }
    const require = harden(name => {
      if (typeof name === 'string' && Object.hasOwn(modules, name)) return modules[name]
      throw coded(
        'FORBIDDEN',
        `require('${String(name).slice(0, 40)}') is not available to programs; use ${Object.keys(modules).join(', ')}`
      )
    })
    Object.assign(compartment.globalThis, {
      bot, Vec3: vec3.Vec3, mcData: data, rules: guestRules, goals, Movements, require, ...goals
    })
    const skills = library.install(compartment)
    harden(compartment.globalThis)
    return { compartment, bot, skills }
  }

  async function perform (lease, { call, args = [], code = null }, prepare) {
    await Promise.race([prepare(), lease.ended])
    if (!IDENTIFIER.test(call)) throw coded('BAD_ARGUMENT', `'${call}' cannot be the name of a function`)
    const { compartment, bot, skills } = compartmentFor(lease)
    const f =
      (code !== null ? evaluateProgram(compartment, code, call) : undefined) ??
      (skills.has(call) ? skills.get(call) : undefined)
    if (typeof f !== 'function') {
      throw coded('BAD_ARGUMENT', code !== null ? `the program has no function ${call}` : `there is no skill ${call}`)
    }
    const result = await Promise.race([f(bot, ...JSON.parse(JSON.stringify(args))), lease.ended])
    return plain(result)
  }

  /**
   * Runs one program until its end, its deadline (game seconds), stop() or the bot's death. Never fails.
   *
   * The run begins before `prepare` is called, so the deadline includes it, and a program that is stopped during it
   * does nothing. `settled` is false if an operation that the host began for the program still runs; this process
   * then cannot be used any more.
   */
  async function run ({ id, program, deadline }, prepare = () => {}) {
    if (running) throw Object.assign(new Error('another program is running'), { code: 'BUSY' })
    const lease = running = makeLease({
      time: world.time,
      onLog: text => emit({ event: 'log', run: id, text }),
      onFault: message => emit({ event: 'fault', message })
    })
    lease.onEnd(
      world.time.afterSeconds(deadline, () => lease.end('TIMEOUT', `not done within ${deadline} game seconds`))
    )
    lease.onEnd(() => {
      clicks.hold()
      gaze.hold()
      lease.hold(rest(world.bot))
    })
    remarks.forget()
    const outcome = await perform(lease, program, prepare).then(
      result => ({ ok: true, code: null, message: '', at: null, result }),
      error => {
        const { message, ...told } = describe(error)
        return { ok: false, ...told, message: remarks.explain(message) }
      })
    lease.end()
    await drained()
    const settled = await lease.settled(SETTLE_TICKS)
    await clicks.free()
    gaze.free()
    running = null
    return { ...outcome, settled }
  }

  return {
    run,
    learn: library.learn,
    /** From now on, the random numbers of programs have another seed. */
    reseed: other => { chance.state = other | 0 },
    busy: () => running !== null,
    /** Whether a click in a window is unanswered. */
    isClicking: clicks.isPending,
    /** Ends the run, if there is one, with that code. */
    end (code, message) {
      running?.end(code, message)
      return running !== null
    }
  }
}

/**
 * Waits until all due reactions of the program's promises have run. If a program keeps running after it has given its
 * result, its run does not end. No turn of the event loop passes, and therefore no game time.
 */
function drained () { return new Promise(resolve => process.nextTick(resolve)) }

/** Ends all activity of a run. If a window is open, the result resolves when the window is closed. */
function rest (bot) {
  bot.pathfinder.setGoal(null)
  if (bot.pathfinder.movements !== bot.pathfinder.usual) bot.pathfinder.setMovements(bot.pathfinder.usual)
  bot.stopDigging()
  bot.clearControlStates()
  if (bot.usingHeldItem) bot.deactivateItem()
  return bot.currentWindow ? bot.closeWindow(bot.currentWindow) : undefined
}

/** Returns a program's result as plain data; throws LIMIT if it is too large or too deeply nested for its readers. */
function plain (result) {
  const json = JSON.stringify(result) ?? 'null'
  if (json.length > MAX_RESULT) throw coded('LIMIT', `a result larger than ${MAX_RESULT} characters`)
  const data = JSON.parse(json)
  if (deeper(data, MAX_DEPTH)) throw coded('LIMIT', `a result nested deeper than ${MAX_DEPTH}`)
  if (hasHuge(data)) throw coded('LIMIT', 'a whole number of more than 63 bits in a result')
  return data
}

/** Whether there is a whole number that our logs do not take. */
function hasHuge (v) {
  if (typeof v === 'number') return Number.isInteger(v) && Math.abs(v) >= HUGE && Math.abs(v) < AS_FLOAT
  return v !== null && typeof v === 'object' && Object.values(v).some(hasHuge)
}

/** `fail` for programs. The result is read while the program runs, because reading it can call the program's code. */
function failAs (code, message, result) {
  return fail(code, message, plain(result))
}

function deeper (v, depth) {
  if (v === null || typeof v !== 'object') return false
  return depth === 0 || Object.values(v).some(inner => deeper(inner, depth - 1))
}

function show (v) {
  try { return typeof v === 'string' ? v : JSON.stringify(v) ?? String(v) } catch { return '?' }
}

module.exports = { makeSandbox, SETTLE_TICKS, MAX_RESULT, MAX_DEPTH }
