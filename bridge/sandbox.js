'use strict'
/**
 * Runs a program: in an SES compartment of its own, over the facade, for the time of one lease. Needs lockdown().
 *
 * The compartment is the boundary against hostile code. What it cannot bound, time without an await and memory, is
 * bounded from outside the process: it is killed, and the bot comes back.
 *
 * Does not protect against:
 * - what the game allows: a program may throw its bot's things away, hurt, dig and break (that is policy.js), say
 *   anything in the chat that is no command, and let its bot die;
 * - faults of V8, of SES, or of a mineflayer that a server feeds: behind the compartment stand only --permission (no
 *   files, no processes; the network stays open to whoever gets that far) and an environment without keys;
 * - being slow: up to 2 s of computing without an await and 450 MB are a program's to use, again and again. A machine
 *   with fewer cores than bots feels it, and in lockstep the game time of all stands still meanwhile;
 * - being told: stack traces name files of this machine, the chat is public, and what a program learned it may return;
 * - itself: a program can claim SYNTAX, LIMIT or FORBIDDEN by throwing what looks like it, and write a line number of
 *   its own; skills of the library that it calls are in its compartment, and as trustworthy as it is;
 * - the next program's bot: position, inventory, health and world are as the last one left them.
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

  /** The vec3 package's own text, evaluated inside: `instanceof Vec3` holds, and nothing of the host hangs on it. */
  function loadVec3 () {
    const module = { exports: {} }
    new Compartment({ __options__: true, name: 'vec3', globals: NO_SES }).evaluate(
      `(function (module) {${vec3Source}\n})`
    )(module)
    return harden(module.exports)
  }

  /**
   * A date that goes with game time. It extends no other: a class shows what it extends, and the host's knows the true
   * time.
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
        ...NO_SES, Math: math, Date: GuestDate, console: guestConsole(lease), fail: harden(fail), ...guestTimers(lease)
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
   * Runs one program to its end, its deadline (game seconds), stop() or the bot's death. Never fails.
   *
   * The run begins before `prepare` does; the deadline counts meanwhile, and one that is stopped there does nothing.
   * `settled` is false when something the host began for the program still goes on: this process is of no use then.
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
        return { ok: false, ...told, message: remarks.explain(message), result: null }
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
    /** From now on, programs draw from another seed. */
    reseed: other => { chance.state = other | 0 },
    busy: () => running !== null,
    /** Ends the run, if there is one, with that code. */
    end (code, message) {
      running?.end(code, message)
      return running !== null
    }
  }
}

/**
 * Until no promise of the program's has anything left to do: a program that goes on forever behind its result has not
 * ended. No turn of the event loop passes, and so no game time.
 */
function drained () { return new Promise(resolve => process.nextTick(resolve)) }

/** Nothing of a run goes on after it. Answers when the server knows, as far as it says so. */
function rest (bot) {
  bot.pathfinder.setGoal(null)
  if (bot.pathfinder.movements !== bot.pathfinder.usual) bot.pathfinder.setMovements(bot.pathfinder.usual)
  bot.stopDigging()
  bot.clearControlStates()
  if (bot.usingHeldItem) bot.deactivateItem()
  return bot.currentWindow ? bot.closeWindow(bot.currentWindow) : undefined
}

/** A program's result as plain data, small and flat enough for whoever reads it. */
function plain (result) {
  const json = JSON.stringify(result) ?? 'null'
  if (json.length > MAX_RESULT) throw coded('LIMIT', `a result larger than ${MAX_RESULT} characters`)
  const data = JSON.parse(json)
  if (deeper(data, MAX_DEPTH)) throw coded('LIMIT', `a result nested deeper than ${MAX_DEPTH}`)
  return data
}

function deeper (v, depth) {
  if (v === null || typeof v !== 'object') return false
  return depth === 0 || Object.values(v).some(inner => deeper(inner, depth - 1))
}

function show (v) {
  try { return typeof v === 'string' ? v : JSON.stringify(v) ?? String(v) } catch { return '?' }
}

module.exports = { makeSandbox, SETTLE_TICKS, MAX_RESULT, MAX_DEPTH }
