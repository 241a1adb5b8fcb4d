'use strict'
/**
 * The coordinator of the virtual clocks: grants the server and every bot the same 50 ms, waits until nothing is in
 * flight to the server, and grants the next, never faster than the requested speed. A late tick delays all later ones;
 * no tick is ever lost.
 *
 * The world is paused while anybody holds it and, with `waits`, while no program runs. A process that joins overrides
 * both kinds of pause, because its timers need time, and the world waits for it while it loads. No member is dropped: a
 * member leaves when its process ends, and the watchdog handles a process that hangs.
 *
 * In strict order, a tick has two halves, the server's and the bots'. At the beginning of each half, all data that the
 * other side sent is delivered. The halves do not overlap. Python gets its messages at the end of the tick, in a fixed
 * order. Python's requests are passed on between two ticks, one at a time, and the next tick begins when everything
 * that the request started has ended. Therefore no result depends on which process was faster, and a bot has the answer
 * to a message in its next half.
 */
const real = require('./realtime')
const { makeConnections, due } = require('./connections')
const { makeMembers } = require('./members')

const QUANTUM = 50 // game milliseconds; a tick
const BEHIND_MS = 250 // more than this is not caught up
const TOLD_MS = 500 // a pause that lasts longer is told
// A quantum that takes longer is a fault, but in strict order, where the log knows no real time. On a busy machine a
// program without an end is killed after 15 s.
const SLOW_MS = 30000

const sleep = ms => new Promise(resolve => real.setTimeout(resolve, ms))

/**
 * @param {object} on - tell(event); peers: see peers.js; mail: see mail.js
 */
function makeLockstep ({ tell, peers, mail }) {
  const holds = new Set()
  const work = new Map() // id of a call that frees the world -> {holder, held, until, late}
  const alarms = new Map() // holder -> {at, ring}
  const connections = makeConnections()
  let began = false
  let speed = 1 // null: as fast as the machine allows
  let waits = false
  let strict = false
  let time = 0
  let quanta = 0
  let faults = 0
  let standing = null // since when; null while it moves
  let told = false
  let changed = () => {}
  const members = makeMembers(() => strict || !members.all().some(member => member.heard))

  const joining = () => members.all().some(member => !member.ready)
  const booting = () => members.server().some(member => !member.ready)
  const moves = () => {
    if (strict && booting()) return false // how long it takes is the machine's business
    return joining() || (members.all().length > 0 && holds.size === 0 && (!waits || work.size > 0))
  }
  const pace = () =>
    speed === null || (joining() && work.size === 0) ? Infinity : joining() ? Math.max(1, speed) : speed

  // ---- members
  function ready (name) {
    if (members.get(name)) members.get(name).ready = true
    changed()
  }

  function hear (name, report) {
    const member = members.get(name)
    if (!member) return
    member.hear(report)
    follow(member, report.tick)
  }

  /** A member that counts ticks must have counted one for each quantum. */
  function follow (member, tick) {
    if (tick === undefined || !member.ready) return
    member.counted ??= { tick, quanta }
    const expected = member.counted.tick + quanta - member.counted.quanta
    if (tick === expected) return
    member.counted = { tick, quanta }
    fault(`${member.name} is at tick ${tick}, but game time is at ${expected}`)
  }

  function fault (message) {
    faults++
    tell({ event: 'fault', from: 'supervisor', message: `clock: ${message}` })
  }

  // ---- one quantum
  async function quantum () {
    const ordered = strict
    const order = { clock: 'advance', from: time, to: time + QUANTUM, strict }
    const slow = ordered ? null : real.setTimeout(tellSlow, SLOW_MS)
    time += QUANTUM
    quanta++
    if (ordered) await inOrder(order)
    else await atOnce(order)
    real.clearTimeout(slow)
    for (const [id, { until, late }] of work) {
      if (time <= until) continue
      done(id)
      late()
    }
    for (const [holder, { at, ring }] of alarms) {
      if (time < at) continue
      alarms.delete(holder)
      holds.add(holder)
      ring(state())
    }
    if (ordered) mail.release()
  }

  async function atOnce (order) {
    const { answered } = peers
    await members.tell(members.all(), { ...order, due: due(members.server()) })
    await quiet(answered)
  }

  async function inOrder (order) {
    mail.hold()
    await members.tell(members.server(), order)
    await quiet()
    await calm(members.bots(), { ...order, due: due(members.server()) })
  }

  /**
   * Passes on Python's oldest request, and delivers the messages once everything that the request started has ended.
   */
  async function exchange () {
    mail.hold()
    const asked = members.get(mail.pass())
    if (asked?.heard) await calm([asked], { clock: 'settle' })
    mail.release()
  }

  /** Gives the members the order, and waits until they have finished, including their questions to each other. */
  async function calm (some, order) {
    do {
      await members.tell(some, order)
      await quiet()
      order = { clock: 'settle' }
    } while (await peers.pass())
  }

  function tellSlow () {
    const slow = members.all().filter(member => member.asked).map(member => member.name)
    fault(`nothing has moved for ${SLOW_MS / 1000} s: waiting for ${slow.join(', ') || 'what is in flight'}`)
  }

  /**
   * Waits until a server has read every byte that was sent to it, no connection has only one known end, and no question
   * is open or was just answered.
   */
  async function quiet (answered = peers.asked) {
    for (;;) {
      const there = members.all().filter(member => member.heard && !member.asked)
      const { unread, odd } = connections.look(there)
      const talks = peers.asked !== answered
      if (unread.size === 0 && !odd && !talks) return
      if (odd || peers.asked > peers.answered) await sleep(1)
      answered = peers.answered
      await members.tell(odd || talks ? there : there.filter(member => unread.has(member.name)), { clock: 'settle' })
    }
  }

  async function run () {
    let due = real.now()
    for (;;) {
      const ahead = due - real.now()
      if (mail.waits) await exchange()
      else if (!moves()) {
        await stand()
        due = Math.max(due, real.now())
      } else if (ahead > 1) await changeWithin(ahead)
      else {
        await quantum()
        due += QUANTUM / pace()
        if (real.now() - due > BEHIND_MS) due = real.now()
        await new Promise(setImmediate) // whatever the members do, messages are read
      }
    }
  }

  /**
   * Waits until the world may move or there is a request to pass on. Reports a pause that is long enough for people
   * to notice.
   */
  async function stand () {
    standing ??= real.now()
    const timer = real.setTimeout(() => { told = true; tellState('paused') }, TOLD_MS)
    while (!moves() && !mail.waits) await changeWithin()
    real.clearTimeout(timer)
    if (!moves()) return
    const waited = Math.round(real.now() - standing) / 1000
    standing = null
    if (told) tellState('running', waited)
    told = false
  }

  /** Waits until something changes, but at most `ms` milliseconds. */
  async function changeWithin (ms = null) {
    await new Promise(resolve => {
      const timer = ms === null ? null : real.setTimeout(resolve, ms)
      changed = () => {
        real.clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Reports nothing in strict order: the length of a pause is real time, which differs between runs. */
  function tellState (state, waited = 0) {
    if (!strict) {
      tell({ event: 'clock', from: 'supervisor', state, speed, waited, seconds: time / 1000, holders: [...holds] })
    }
  }

  // ---- what is asked of it
  const state = () => ({
    moving: began && (strict ? moves() : standing === null),
    speed,
    seconds: time / 1000,
    quanta,
    faults,
    holders: [...holds],
    members: members.names
  })

  /**
   * @param {object} how - speed: a factor of real time, null: the highest; waits: stands still while no program is at
   *   work; strict
   */
  function set (how) {
    if (how.speed !== undefined) speed = how.speed
    if (how.waits !== undefined) waits = how.waits
    if (how.strict !== undefined) strict = how.strict
    if (strict) {
      peers.keep()
      mail.keep(() => changed())
    }
    if (!began) run().catch(error => fault(`it broke: ${error.stack}`))
    began = true
    changed()
    return state()
  }

  function hold ({ holder }) {
    holds.add(holder)
    return state()
  }

  /** Releases the holder's hold, and cancels its alarm. */
  function release ({ holder }) {
    holds.delete(holder)
    alarms.delete(holder)
    changed()
    return state()
  }

  /** Calls `ring` after `seconds` of game time; `holder` then holds the world. Each holder has at most one alarm. */
  function alarm ({ holder, seconds }, ring) {
    alarms.set(holder, { at: time + seconds * 1000, ring })
  }

  /**
   * Call `id` is made on behalf of `holder`, whose hold is lifted during the call; `late` is called after `seconds` of
   * game time.
   */
  function begin (id, { holder, seconds, late }) {
    work.set(id, { holder, held: holds.delete(holder), until: time + seconds * 1000, late })
    changed()
  }

  /** Must be called before the answer is passed on, so that its receiver finds the world as it was at that moment. */
  function done (id) {
    const { holder, held } = work.get(id) ?? {}
    work.delete(id)
    if (held) holds.add(holder)
  }

  function enter (name, write) {
    members.enter(name, write)
    changed()
  }

  return {
    get began () {
      return began
    },
    enter,
    ready,
    leave: members.leave,
    hear,
    set,
    state,
    hold,
    release,
    alarm,
    begin,
    done
  }
}

module.exports = { makeLockstep, QUANTUM }
