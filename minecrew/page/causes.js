/**
 * The causes and effects of events, found by the same table as in runlog/causes.py.
 *
 * The events are processed one by one. This module knows nothing about the page.
 */

import { TABLES } from './tables.js'

const rowOf = kind => (Object.hasOwn(TABLES.kinds, kind) ? TABLES.kinds[kind] : TABLES.unknown)

/** Maps each kind to the sets of fields by which events of this kind are looked up. */
const SOUGHT = new Map()
for (const { because } of Object.values(TABLES.kinds)) {
  for (const [kind, match] of because) {
    const fields = Object.keys(match)
    if (!fields.length) continue
    const known = SOUGHT.get(kind) ?? []
    if (!known.some(one => one.join() === fields.join())) SOUGHT.set(kind, [...known, fields])
  }
}

const keyOf = (kind, fields, values) => JSON.stringify([kind, fields, values])

/** The noun for an event in a path: 'program', 'sub-task', 'part', 'line', 'prompt'; '' for an action. */
export const nounOf = event =>
  event.kind === 'skill.started' && event.code == null ? 'skill' : rowOf(event.kind).noun

export class Causes {
  constructor (log) {
    Object.assign(this, { log, reasons: [], effects: new Map(), last: new Map() }) // all by index in the log
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) {
    const reasons = this.find(event, at)
    this.reasons[at] = reasons
    for (const one of reasons) {
      if (!this.effects.has(one)) this.effects.set(one, [])
      this.effects.get(one).push(at)
    }
    for (const fields of SOUGHT.get(event.kind) ?? []) {
      this.last.set(keyOf(event.kind, fields, fields.map(name => event[name] ?? null)), at)
    }
  }

  /** Indexes of the direct reasons, the main one first. */
  find (event, at) {
    const { log } = this
    const named = (event.cause ?? []).map(seq => log.find(seq)).filter(one => one >= 0 && one < at)
    if (!named.length && !rowOf(event.kind).because.length) return []
    const found = []
    for (const [kind, match] of rowOf(event.kind).because) {
      const fields = Object.keys(match)
      let reason = null
      if (fields.length) {
        const values = Object.values(match).map(name => event[name] ?? null)
        if (!values.includes(null)) reason = this.last.get(keyOf(kind, fields, values))
      } else reason = this.nearest(event, named.filter(one => log.events[one].kind === kind))
      if (reason != null) found.push(reason)
    }
    return [...new Set([...found, ...named])]
  }

  /** The last of `places` with an event of the same agent; if there is none, the last of all. */
  nearest (event, places) {
    const own = places.filter(one => (this.log.events[one].agent ?? null) === (event.agent ?? null))
    const among = own.length ? own : places
    return among.length ? Math.max(...among) : null
  }

  /** The direct effects of the event at that index, without indirect effects and mere measurements. */
  effectsOf (at) {
    const every = this.effects.get(at) ?? []
    const direct = new Set(every)
    return every.filter(one =>
      !this.reasons[one].some(other => direct.has(other)) && !rowOf(this.log.events[one].kind).measures
    )
  }

  /**
   * The chain from an event back to its first reason, always following the main reason: [{ at, also, lines, persona }].
   */
  path (at) {
    const places = [at]
    while (this.reasons[places.at(-1)]?.length) places.push(this.reasons[places.at(-1)][0])
    const told = new Set(places)
    const deciders = this.deciders(places)
    return places.map((one, depth) => {
      const nearer = new Set(this.reasons[places[depth + 1]] ?? [])
      const also = this.reasons[one].filter(other => !told.has(other) && !nearer.has(other))
      also.forEach(other => told.add(other))
      const lines = depth ? deedLines(this.log.events[one], this.log.events[places[depth - 1]]) : []
      return { at: one, also, lines, persona: deciders.get(one) ?? null }
    })
  }

  /**
   * For each agent with a persona, finds the step of the path at which the agent decided: the program that it chose or,
   * if there is none, its first step. Maps these steps to the personas, because behaviour that a persona causes is not
   * emergent.
   */
  deciders (places) {
    const { events, started } = this.log
    const given = started?.personas ?? {}
    const steps = new Map() // agent -> index
    for (const at of places) {
      const { agent, kind } = events[at]
      if (!Object.hasOwn(given, agent)) continue
      const known = steps.get(agent)
      if (known === undefined || (kind === 'skill.started' && events[known].kind !== kind)) steps.set(agent, at)
    }
    return new Map([...steps].map(([agent, at]) => [at, given[agent]]))
  }
}

/** The lines of `program`, from 1, that perform the action in `deed`; for a failure, the line at which it failed. */
export function deedLines (program, deed) {
  if (program.kind !== 'skill.started' || program.code == null) return []
  if (deed.kind === 'skill.ended') {
    const { at } = deed
    const own = at && (at.program || (at.skill === program.name ? at.line : null))
    return own ? [own] : []
  }
  const { calls } = rowOf(deed.kind)
  if (!calls.length) return []
  const called = new RegExp(`\\b(?:${calls.join('|')})\\s*\\(`)
  return program.code.split('\n').flatMap((line, place) =>
    called.test(line) && !/^\s*(\/\/|\*|\/\*|(async )?function\b)/.test(line) ? [place + 1] : [])
}
