'use strict'
/**
 * The coordinator of the virtual clocks: grants the server and every bot the same 50 ms, waits until nothing is in
 * flight between them, and grants the next, never faster than the wanted speed. Late is later: no tick is ever lost.
 *
 * The world stands still while anybody holds it and, with `waits`, while no program is at work. A process that joins
 * overrides both, since its timers need time, and the world waits for it while it loads. Gives nobody up: a member
 * leaves when its process ends, and a process that hangs is the watchdog's.
 */
const real = require('./realtime')
const { makeConnections } = require('./connections')

const QUANTUM = 50 // game milliseconds; a tick
const BEHIND_MS = 250 // more than this is not caught up
const LOAD_MS = 5000 // how long the others wait for one that has not answered yet
const TOLD_MS = 500 // a pause that lasts longer is told
const SLOW_MS = 10000 // a quantum that takes longer is a fault

const sleep = ms => new Promise(resolve => real.setTimeout(resolve, ms))

/**
 * @param {object} on - tell(event); talk(): {asked, answered}, how many questions between members were put and answered
 */
function makeLockstep ({ tell, talk }) {
  const members = new Map()
  const holds = new Set()
  const work = new Map() // id of a call that frees the world -> {holder, held, until, late}
  const connections = makeConnections()
  let began = false
  let speed = 1 // null: as fast as the machine can
  let waits = false
  let time = 0
  let quanta = 0
  let faults = 0
  let standing = null // since when; null while it moves
  let told = false
  let changed = () => {}

  const joining = () => [...members.values()].some(member => !member.ready)
  const moves = () => members.size > 0 && (joining() || (holds.size === 0 && (!waits || work.size > 0)))
  const pace = () => speed === null || (joining() && work.size === 0) ? Infinity : joining() ? Math.max(1, speed) : speed

  // ---- members
  function enter (name, write) {
    let settled = null // resolves what waits for its answer
    const member = { name, ready: false, heard: false, tick: null, connecting: 0, open: [], ask, hear, leave, get asked () { return settled !== null } }
    function ask (order) {
      if (settled) return member.heard ? member.answer : undefined // late: it is still loading
      member.answer = new Promise(resolve => { settled = resolve })
      write(order)
      return member.heard ? member.answer : Promise.race([member.answer, sleep(LOAD_MS)])
    }
    function hear ({ open, connecting, tick }) {
      Object.assign(member, { heard: true, open, connecting })
      follow(member, tick)
      leave()
    }
    function leave () {
      settled?.()
      settled = null
    }
    members.set(name, member)
    changed()
  }

  function ready (name) {
    if (members.has(name)) members.get(name).ready = true
  }

  function leave (name) {
    members.get(name)?.leave()
    members.delete(name)
  }

  /** Who counts ticks must have counted one for each quantum. */
  function follow (member, tick) {
    if (tick === undefined || !member.ready) return
    member.counted ??= { tick, quanta }
    const expected = member.counted.tick + quanta - member.counted.quanta
    if (tick === expected) return
    member.counted = { tick, quanta }
    fault(`${member.name} is at tick ${tick} where game time says ${expected}`)
  }

  function fault (message) {
    faults++
    tell({ event: 'fault', from: 'supervisor', message: `clock: ${message}` })
  }

  // ---- one quantum
  async function quantum () {
    const order = { clock: 'advance', from: time, to: time + QUANTUM }
    const slow = real.setTimeout(() => fault(`nothing moves for ${SLOW_MS / 1000} s: waiting for ${waitedFor()}`), SLOW_MS)
    time += QUANTUM
    quanta++
    const { answered } = talk()
    await all([...members.values()], order)
    await quiet(answered)
    real.clearTimeout(slow)
    for (const [id, { until, late }] of work) {
      if (time <= until) continue
      done(id)
      late()
    }
  }

  const all = (asked, order) => Promise.all(asked.map(member => member.ask(order)))
  const waitedFor = () => [...members.values()].filter(m => m.asked).map(m => m.name).join(', ') || 'what is in flight'

  /** Until every byte written has been read, on every connection, and nobody asks anybody or has just been answered. */
  async function quiet (answered) {
    for (;;) {
      const there = [...members.values()].filter(member => member.heard && !member.asked)
      const { unread, odd } = connections.look(there)
      const talks = talk().asked !== answered
      if (unread.size === 0 && !odd && !talks) return
      if (odd || talk().asked > talk().answered) await sleep(1)
      answered = talk().answered
      await all(odd || talks ? there : there.filter(member => unread.has(member.name)), { clock: 'settle' })
    }
  }

  async function run () {
    let due = real.now()
    for (;;) {
      if (!moves()) {
        await stand()
        due = real.now()
      }
      await quantum()
      due += QUANTUM / pace()
      const ahead = due - real.now()
      if (ahead > 1) await sleep(ahead)
      else if (ahead < -BEHIND_MS) due = real.now()
    }
  }

  /** Waits until the world may move; a pause that people would notice is told, and its end. */
  async function stand () {
    standing = real.now()
    const timer = real.setTimeout(() => { told = true; tellState('paused') }, TOLD_MS)
    while (!moves()) await new Promise(resolve => { changed = resolve })
    real.clearTimeout(timer)
    const waited = Math.round(real.now() - standing) / 1000
    standing = null
    if (told) tellState('running', waited)
    told = false
  }

  const tellState = (state, waited = 0) => tell({ event: 'clock', from: 'supervisor', state, speed, waited, seconds: time / 1000, holders: [...holds] })

  // ---- what is asked of it
  const state = () => ({ moving: began && standing === null, speed, seconds: time / 1000, quanta, faults, holders: [...holds], members: [...members.keys()] })

  /** @param {object} how - speed: a factor of real time, null: the highest; waits: stands still while no program is at work */
  function set (how) {
    if (how.speed !== undefined) speed = how.speed
    if (how.waits !== undefined) waits = how.waits
    if (!began) run().catch(error => fault(`it broke: ${error.stack}`))
    began = true
    changed()
    return state()
  }

  function hold ({ holder }) {
    holds.add(holder)
    return state()
  }

  function release ({ holder }) {
    holds.delete(holder)
    changed()
    return state()
  }

  /** Call `id` is at work for `holder`, whose hold is lifted meanwhile; `late` is called after `seconds` of game time. */
  function begin (id, { holder, seconds, late }) {
    work.set(id, { holder, held: holds.delete(holder), until: time + seconds * 1000, late })
    changed()
  }

  /** To be called before the answer is passed on: whoever gets it finds the world as it was at that moment. */
  function done (id) {
    const { holder, held } = work.get(id) ?? {}
    work.delete(id)
    if (held) holds.add(holder)
  }

  return { get began () { return began }, enter, ready, leave, hear: (name, report) => members.get(name)?.hear(report), set, state, hold, release, begin, done }
}

module.exports = { makeLockstep, QUANTUM }
