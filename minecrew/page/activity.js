/**
 * The time that each agent spent working, waiting and thinking. For the rest of the execution, it was idle.
 *
 * An agent whose program only waits for somebody counts as waiting, as in behaviors/facts/activity.py. In any other
 * program, an agent waits if it neither moves nor acts for a while. The events are processed one by one.
 */

import { TABLES } from './tables.js'

export const STATES = ['work', 'wait', 'think', 'idle']
const WAITING = new Set(TABLES.waiting)
const PAUSE = 2.5 // seconds without a deed or a step that are still work
const DIGGING = 12 // seconds that a block may take: it is told only when it is broken

const isActive = ({ kind }) => kind === 'position' || TABLES.kinds[kind]?.deed === 'done'

export class Activity {
  constructor (log) {
    Object.assign(this, { log, spans: [], open: new Map(), windows: [], executing: null })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** The time axis: game time, or run time if the log has no ticks. */
  get axis () { return this.log.end('game') > 0 ? 'game' : 'run' }

  seconds (from, to) { return this.log.axes[this.axis][to] - this.log.axes[this.axis][from] }

  /** Adds one more event. `spans`: { agent, state, from, to }, indexes of events; `begun`: seconds of run time. */
  push (event, at) {
    const { agent, kind } = event
    if (kind === 'subtask.started' && !this.executing) {
      this.executing = { from: at, to: null }
      this.windows.push(this.executing)
    }
    if (kind === 'round.ended' || kind === 'run.ended') this.endRound(at)
    if (!agent) return
    if (kind === 'model.called') this.think(event, at)
    else if (kind === 'skill.started') this.open.set(agent, { from: at, active: at, waits: WAITING.has(event.name) })
    else if (kind === 'skill.ended') this.close(agent, at)
    else if (isActive(event)) this.act(event, at)
  }

  think (event, at) {
    const from = this.log.indexAt('run', Math.max(0, event.t - event.seconds))
    this.spans.push({ agent: event.agent, state: 'think', from, to: at, begun: event.t - event.seconds })
  }

  act (event, at) {
    const one = this.open.get(event.agent)
    if (!one || one.waits) return
    const digs = event.kind === 'block.broken'
    if (this.seconds(one.active, at) > (digs || one.digs ? DIGGING : PAUSE)) this.wait(event.agent, one, at)
    Object.assign(one, { active: at, digs })
  }

  wait (agent, one, at) {
    this.add(agent, 'work', one.from, one.active)
    this.add(agent, 'wait', one.active, at)
    one.from = at
  }

  add (agent, state, from, to) { if (to > from) this.spans.push({ agent, state, from, to }) }

  close (agent, at) {
    const one = this.open.get(agent)
    if (!one) return
    this.open.delete(agent)
    for (const span of this.rest(agent, one, at)) this.spans.push(span)
  }

  /** The spans of a program that ends, or still runs, at index `at`. */
  rest (agent, one, at) {
    const waits = one.waits || this.seconds(one.active, at) > (one.digs ? DIGGING : PAUSE)
    const working = { agent, state: 'work', from: one.from, to: waits ? one.active : at }
    const waiting = { agent, state: 'wait', from: one.active, to: at }
    return [working, ...(waits ? [waiting] : [])].filter(({ from, to }) => to > from)
  }

  endRound (at) {
    for (const agent of [...this.open.keys()]) this.close(agent, at)
    if (this.executing) this.executing.to = at
    this.executing = null
  }

  /** All spans, including those that have not ended. */
  all () {
    const last = this.log.length - 1
    return [...this.spans, ...[...this.open].flatMap(([agent, one]) => this.rest(agent, one, last))]
  }

  /** Maps each agent to { work, wait, idle: seconds of execution; think: seconds of real time }. */
  totals () {
    const last = this.log.length - 1
    const lasted = this.windows.reduce((sum, { from, to }) => sum + this.seconds(from, to ?? last), 0)
    const totals = new Map(this.log.agents.map(name => [name, { work: 0, wait: 0, think: 0, idle: 0 }]))
    for (const { agent, state, from, to } of this.all()) {
      const one = totals.get(agent)
      if (state === 'think') one.think += this.log.events[to].seconds
      else one[state] += this.seconds(from, to)
    }
    for (const one of totals.values()) one.idle = Math.max(0, lasted - one.work - one.wait)
    return totals
  }
}
