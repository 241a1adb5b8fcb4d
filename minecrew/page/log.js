/**
 * A run's events in memory, with values that are often needed: each event's place on an axis, and its agent.
 *
 * This module knows nothing about the page. Events can be added with `push`, so the same code also shows
 * a run in progress.
 */

export const AXES = {
  game: { label: 'game time', unit: 's' },
  run: { label: 'run time', unit: 's' },
  order: { label: 'event by event', unit: '' }
}

/** The last index in sorted `list` whose value is at most `value`; -1 if all are greater. */
export function lastAtMost (list, value, low = 0, high = list.length) {
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

export class Log {
  constructor (events = []) {
    this.events = []
    this.agents = []
    this.axes = { game: [], run: [], order: [] } // for each event its place: seconds, seconds, number
    this.rounds = [] // { round, at }: index of each round's first event
    this.kinds = new Map() // kind -> how many
    this.placeOf = new Map() // seq -> index
    this.outcome = null
    for (const event of events) this.push(event)
  }

  get length () { return this.events.length }
  get started () { return this.events[0]?.kind === 'run.started' ? this.events[0] : null }

  push (event) {
    const at = this.events.length
    const { game, run, order } = this.axes
    this.events.push(event)
    this.placeOf.set(event.seq, at)
    game.push(Math.max(game[at - 1] ?? 0, (event.tick ?? 0) / 20)) // before the server is up: 0
    run.push(Math.max(run[at - 1] ?? 0, event.t))
    order.push(at)
    this.kinds.set(event.kind, (this.kinds.get(event.kind) ?? 0) + 1)
    if (event.kind === 'run.started') this.agents.push(...event.agents)
    else if (event.agent && !this.agents.includes(event.agent)) this.agents.push(event.agent)
    if (event.kind === 'round.started') this.rounds.push({ round: event.round, at })
    if (event.kind === 'run.ended') this.outcome = event
  }

  count (fits) { return this.events.reduce((sum, event) => sum + Boolean(fits(event)), 0) }

  /** The index of the event with that seq, or -1. */
  find (seq) { return this.placeOf.get(seq) ?? -1 }

  /** The round of the event at that index; null before the first round. */
  roundAt (at) {
    const own = this.events[at]?.round
    if (own != null) return own || null
    return this.rounds.findLast(one => one.at <= at)?.round ?? null
  }

  /** The index of the last event at or before `x`; the first event if all come later. */
  indexAt (axis, x) { return Math.max(0, lastAtMost(this.axes[axis], x)) }

  end (axis) { return this.axes[axis].at(-1) ?? 0 }

  /** The number of an event's lane: lane 0 is for the crew, and each agent has one of the lanes after it. */
  lane (event) { return event.agent ? this.agents.indexOf(event.agent) + 1 : 0 }
}
