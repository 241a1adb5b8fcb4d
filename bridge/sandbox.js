'use strict'
/**
 * Runs a program: in an SES compartment of its own, over the facade, for the time of one lease. Needs lockdown().
 *
 * The compartment is the boundary against hostile code. What it cannot bound, time without an await and memory, is
 * bounded from outside the process.
 */
const { holdClicks } = require('./clicks')
const { makeFacade } = require('./facade')
const { makeGuestData } = require('./guestdata')
const { makeLease } = require('./lease')
const { makeLibrary, evaluateProgram, IDENTIFIER } = require('./library')
const { makeMembrane } = require('./membrane')
const { coded, describe, fail } = require('./failure')
const seeded = require('./random')

const SETTLE_TICKS = 60 // eating takes mineflayer's own limit of 50 to be given up
const MAX_RESULT = 64 * 1024
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
  const vec3 = loadVec3()
  const math = harden(Object.create(Object.prototype, { ...Object.getOwnPropertyDescriptors(Math), random: { value: seeded(seed) } }))
  const clicks = holdClicks(world.bot, world.time)
  let running = null

  /** The vec3 package's own text, evaluated inside: `instanceof Vec3` holds, and nothing of the host hangs on it. */
  function loadVec3 () {
    const module = { exports: {} }
    new Compartment({ __options__: true, name: 'vec3', globals: NO_SES }).evaluate(`(function (module) {${vec3Source}\n})`)(module)
    return harden(module.exports)
  }

  /** A date that goes with game time. It extends no other: a class shows what it extends, and the host's knows the true time. */
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
      lease.check('timer')
      if (typeof f !== 'function') throw coded('BAD_ARGUMENT', 'a timer needs a function')
      if (timers.size >= lease.LIMITS.timers) throw coded('LIMIT', `more than ${lease.LIMITS.timers} timers`)
      const token = Object.freeze({})
      const ticks = (Number(ms) || 0) / 50
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
    const compartment = new Compartment({ __options__: true, name: 'program', globals: { ...NO_SES, Math: math, Date: GuestDate, console: guestConsole(lease), fail: harden(fail), ...guestTimers(lease) } })
    const membrane = makeMembrane({ lease, freeze: harden, Vec3: vec3.Vec3, HostVec3: world.HostVec3 })
    const { bot, goals, Movements } = makeFacade(world, membrane, lease)
    const modules = {
      vec3,
      'minecraft-data': harden(() => data),
      'mineflayer-pathfinder': harden({ goals, Movements, pathfinder: () => {} })
    }
    const require = harden(name => {
      if (Object.hasOwn(modules, name)) return modules[name]
      throw coded('FORBIDDEN', `require('${String(name).slice(0, 40)}') is not for programs; there are ${Object.keys(modules).join(', ')}`)
    })
    Object.assign(compartment.globalThis, { bot, Vec3: vec3.Vec3, mcData: data, goals, Movements, require, ...goals })
    const skills = library.install(compartment)
    harden(compartment.globalThis)
    return { compartment, bot, skills }
  }

  async function perform (lease, { call, args = [], code = null }, prepare) {
    await Promise.race([prepare(), lease.ended])
    if (!IDENTIFIER.test(call)) throw coded('BAD_ARGUMENT', `'${call}' cannot be the name of a function`)
    const { compartment, bot, skills } = compartmentFor(lease)
    const f = (code !== null ? evaluateProgram(compartment, code, call) : undefined) ?? (skills.has(call) ? skills.get(call) : undefined)
    if (typeof f !== 'function') throw coded('BAD_ARGUMENT', code !== null ? `the program has no function ${call}` : `there is no skill ${call}`)
    const result = await Promise.race([f(bot, ...JSON.parse(JSON.stringify(args))), lease.ended])
    const json = JSON.stringify(result) ?? 'null'
    if (json.length > MAX_RESULT) throw coded('LIMIT', `a result larger than ${MAX_RESULT} characters`)
    return JSON.parse(json)
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
    lease.onEnd(world.time.afterSeconds(deadline, () => lease.end('TIMEOUT', `not done within ${deadline} game seconds`)))
    lease.onEnd(() => {
      clicks.hold()
      lease.hold(rest(world.bot))
    })
    const outcome = await perform(lease, program, prepare).then(
      result => ({ ok: true, code: null, message: '', at: null, result }),
      error => ({ ok: false, ...describe(error), result: null }))
    lease.end()
    const settled = await lease.settled(SETTLE_TICKS)
    await clicks.free()
    running = null
    return { ...outcome, settled }
  }

  return {
    run,
    learn: library.learn,
    busy: () => running !== null,
    /** Ends the run, if there is one, with that code. */
    end (code, message) {
      running?.end(code, message)
      return running !== null
    }
  }
}

/** Nothing of a run goes on after it. Answers when the server knows, as far as it says so. */
function rest (bot) {
  bot.pathfinder.setGoal(null)
  if (bot.pathfinder.movements !== bot.pathfinder.usual) bot.pathfinder.setMovements(bot.pathfinder.usual)
  bot.stopDigging()
  bot.clearControlStates()
  if (bot.usingHeldItem) bot.deactivateItem()
  return bot.currentWindow ? bot.closeWindow(bot.currentWindow) : undefined
}

function show (v) {
  try { return typeof v === 'string' ? v : JSON.stringify(v) ?? String(v) } catch { return '?' }
}

module.exports = { makeSandbox, SETTLE_TICKS, MAX_RESULT }
