'use strict'
/**
 * The typed membrane between mineflayer's objects and a program.
 *
 *   argument type: guest value -> host value (copies plain data, or opens a sealed view; throws BAD_ARGUMENT otherwise)
 *   result type:   host value -> guest value (primitive, fresh copy, or frozen view sealed to its host object)
 *
 * A view never holds its host object; the pairing is kept in WeakMaps that only this file can see. There is no Proxy
 * and no reflection: a member that is in no table cannot be reached.
 */
const { coded, fromThirdParty } = require('./failure')
const { isCommand, flat } = require('./speech')

const refuse = what => { throw coded('BAD_ARGUMENT', what) }
const WORLD = 3e7 // Minecraft's own border
const MOST_LISTED = 1024 // the game has fewer items, and fewer blocks
const forever = () => new Promise(() => {})

/** Gives a type its description, which docs/skills.md and `minecrew skills check` use for arguments and results. */
const typed = (says, type, more = {}) => Object.assign(type, { says, ...more })

const plural = says => `${says.replace(/y$/, 'ie')}s`

// ---- argument types
const num = typed('number', v => {
  const n = typeof v === 'symbol' || typeof v === 'bigint' ? NaN : Number(v)
  return Number.isFinite(n) ? n : refuse(`expected a number, got ${show(v)}`)
})
const text = typed('text', v => String(v).slice(0, 256))
/** Blocks from the origin. With larger numbers, sums and squares would not be finite. */
const coordinate = typed('number', v => {
  const n = num(v) // once: an object can be another number the next time
  return Math.abs(n) <= WORLD ? n : refuse(`${n} is outside the world`)
})
/** A number of items: with a fraction or a negative number, mineflayer would click forever. */
const amount = typed('number', v => {
  const n = num(v)
  return Number.isInteger(n) && n >= 0 ? n : refuse(`an amount has to be a whole number, not ${n}`)
})
const speech = typed('text', v => {
  const said = text(v)
  return isCommand(said) ? refuse('a program may not send server commands') : flat(said)
})
const flag = typed('true or false', v => Boolean(v))
const maybe = type => typed(`[${type.says}]`, v => v === undefined || v === null ? v : type(v), { handed: type.handed })
const oneOf = (...values) => {
  const says = values.filter(Boolean).map(v => `'${v}'`).join(' or ')
  return typed(says, v => values.includes(v) ? v : refuse(`expected one of ${values.join(', ')}`))
}
const list = type => typed(`list of ${plural(type.says)}`, v => {
  if (!Array.isArray(v)) refuse('expected an array')
  const taken = []
  for (const x of v) taken.push(taken.length < MOST_LISTED ? type(x) : refuse(`more than ${MOST_LISTED} in one list`))
  return taken
})
const either = (...types) => typed(types.map(type => type.says).join(' or '), v => {
  let first
  for (const type of types) {
    try { return type(v) } catch (error) { first ??= error }
  }
  throw first
}, { handed: types.find(type => type.handed)?.handed })
/** A function of the program, which gets guest values; its result is only used as a truth value. */
const callback = (...results) => {
  const wrap = f => (...args) => f(...results.map((type, i) => type(args[i])))
  const says = `function of ${results.map(type => type.says).join(', ')}`
  return typed(says, f => typeof f === 'function' ? wrap(f) : refuse('expected a function'), { handed: results })
}

// ---- result types
const isThing = v => v !== null && (typeof v === 'object' || typeof v === 'function')
const value = typed('value', v => typeof v === 'bigint' ? Number(v) : isThing(v) ? undefined : v)
const nothing = typed('nothing', () => undefined)
const many = type => typed(`list of ${plural(type.says)}`, v => Array.from(v ?? [], x => type(x)), { each: type })

function show (v) {
  try { return (typeof v === 'string' ? `'${v}'` : String(v)).slice(0, 60) } catch { return typeof v }
}

/** Runs actions one after the other, in the order of their calls. */
function makeTurns (lease) {
  let last = null // settles when the last of them is done; null: none is under way
  return async function inTurn (deed) {
    const before = last
    let done
    const mine = last = new Promise(resolve => { done = resolve })
    try {
      if (before) await before
      if (lease.over) throw coded('STOPPED', 'this run is over')
      return await deed()
    } finally {
      if (last === mine) last = null
      done()
    }
  }
}

/** The part of the membrane that belongs to one run: views, methods and their lease. */
function makeMembrane ({ lease, freeze, Vec3, HostVec3 }) {
  const hostOf = new WeakMap()
  const viewOf = new WeakMap()
  const inTurn = makeTurns(lease) // clicks of two deeds at once move what neither means

  const pos = typed('place', v => new HostVec3(coordinate(v?.x), coordinate(v?.y), coordinate(v?.z)))
  const vec = typed('Vec3', v => v ? new Vec3(v.x, v.y, v.z) : null)
  const json = typed('plain data', v => v === undefined ? undefined : freeze(JSON.parse(JSON.stringify(v))))
  const open = kind => typed(kind, v => {
    const host = hostOf.get(v)
    return host?.kind === kind ? host.real : refuse(`expected a ${kind} returned by this bot, got ${show(v)}`)
  })
  function seal (kind, real, view = {}) {
    hostOf.set(view, { kind, real })
    return Object.freeze(view)
  }

  function getter (view, key, read) {
    Object.defineProperty(view, key, { enumerable: true, get: freeze(() => { lease.check(key); return read() }) })
  }

  /**
   * `data` is copied now, `live` is copied each time it is read, `methods` are ask() and act(). At each use,
   * `standing` returns the object whose member is to be read or called, and throws if that object is gone.
   */
  const view = (kind, { data = {}, live = {}, methods = {}, standing }) => typed(kind, real => {
    if (real === null || real === undefined) return null
    const isLive = Object.keys(data).length === 0
    if (isLive && viewOf.has(real)) return viewOf.get(real)
    const made = {}
    for (const key in data) made[key] = data[key](real[key])
    const now = standing ?? (() => real)
    for (const key in live) getter(made, key, () => live[key](now(real, key)[key]))
    for (const key in methods) {
      const its = standing ? { [key]: (...args) => now(real, key)[key](...args) } : real
      made[key] = methods[key](its, key)
    }
    if (isLive) viewOf.set(real, made)
    return seal(kind, real, made)
  })

  /** A method that returns at once. */
  const ask = (types, result = value) => (real, key) => freeze((...args) => {
    if (lease.over) lease.check(key)
    // First, and once: an object of the program's does things when it is asked.
    const given = types.map((type, i) => type(args[i]))
    if (result === nothing) lease.checkDeed(key) // what answers nothing is called for what it does
    else lease.check(key)
    let answer
    try { answer = real[key](...given) } catch (error) { throw fromThirdParty(error) }
    return result(answer)
  })

  const later = (hold, turn = deed => deed()) => (types, result = nothing) => (real, key) => freeze(async (...args) => {
    if (lease.over) return forever()
    const given = types.map((type, i) => type(args[i]))
    lease.checkDeed(key)
    let answer
    try { answer = await hold(turn(() => real[key](...given))) } catch (error) {
      if (lease.over) return forever()
      throw fromThirdParty(error)
    }
    if (lease.over) return forever()
    return result(answer)
  })

  /** A method that takes game time; if the run ends first, the run waits for the method to end. */
  const act = later(lease.hold)
  /** An act() that clicks in windows. */
  const handle = later(lease.hold, inTurn)
  /** A method that takes game time and can simply be abandoned when nobody waits for it any more. */
  const pass = later(doing => doing)

  /** A guest object that represents one host object. */
  function surface (real, { live = {}, methods = {} }) {
    const made = {}
    for (const key in live) getter(made, key, () => live[key](real[key]))
    for (const key in methods) made[key] = methods[key](real, key)
    return freeze(made)
  }

  return { pos, vec, json, open, seal, view, ask, act, handle, pass, inTurn, surface, freeze }
}

module.exports = {
  makeMembrane,
  makeTurns,
  refuse,
  typed,
  num,
  coordinate,
  amount,
  text,
  speech,
  flag,
  maybe,
  oneOf,
  list,
  either,
  callback,
  value,
  nothing,
  many
}
