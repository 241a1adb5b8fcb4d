/**
 * The state of the crew at any event. The state is computed from the log and stored at regular intervals, so that there
 * is a stored state near every moment.
 *
 * An agent's items are the server's last count, changed by the events since then.
 */

import { moves } from './kinds.js'
import { clock } from './words.js'

const EVERY = 512 // events between two kept states
const SHOWN = 8 // finished sub-tasks that a state remembers

const empty = () => ({ agents: {}, round: null, said: 0, goal: null })
const newcomer = () => ({
  items: {},
  position: null,
  health: null,
  alive: true,
  deaths: [], // { seq, clock, by, back }: `back` is when it came back, null while it is dead
  assigned: null,
  subtask: null,
  doing: null,
  done: [],
  finished: 0
})

function copy (state) {
  const agents = {}
  for (const [name, one] of Object.entries(state.agents)) agents[name] = { ...one, items: { ...one.items } }
  return { ...state, agents }
}

function add (items, item, count) {
  const held = (items[item] ?? 0) + count
  if (held) items[item] = held
  else delete items[item]
}

/** Applies items that go to an agent or leave it; a count by the server replaces everything. */
function hold (one, event) {
  for (const [from, to, items] of moves(event)) {
    if (to === 'counted') one.items = {}
    const sign = (to === 'held' || to === 'counted') - (from === 'held')
    if (sign) for (const [item, count] of Object.entries(items)) add(one.items, item, sign * count)
  }
}

const COURSE = {
  'bot.joined': (one, e) => { one.position = e.position },
  position: (one, e) => { one.position = e.position },
  respawned: (one, e) => {
    one.position = e.position
    one.alive = true
    one.health = 20
    one.deaths = one.deaths.map(death => ({ ...death, back: death.back ?? clock(e) }))
  },
  hurt: (one, e) => { one.health = e.health },
  died: (one, e) => {
    one.alive = false
    one.health = 0
    one.position = e.position
    one.deaths = [...one.deaths, { seq: e.seq, clock: clock(e), by: e.by ?? null, back: null }]
  },
  assigned: (one, e) => { one.assigned = e.text },
  'subtask.started': (one, e) => { one.subtask = e.text },
  'subtask.ended': (one, e) => {
    one.subtask = null
    one.finished++
    one.done = [...one.done.slice(1 - SHOWN), { text: e.text, state: e.state, seq: e.seq }]
  },
  'skill.started': (one, e) => { one.doing = e.name },
  'skill.ended': one => { one.doing = null },
  'bot.left': one => { one.doing = null }
}

/** Applies one event to `state`. */
export function apply (state, event) {
  const { agents } = state
  if (event.kind === 'run.started') for (const name of event.agents) agents[name] = newcomer()
  if (event.kind === 'round.started') {
    state.round = event.round
    for (const one of Object.values(agents)) {
      Object.assign(one, { assigned: null, subtask: null, doing: null, done: [], finished: 0 })
    }
  }
  if (event.kind === 'round.ended') {
    for (const [name, held] of Object.entries(event.inventories)) (agents[name] ??= newcomer()).items = { ...held }
  }
  if (event.kind === 'said') state.said++
  if (event.kind === 'goal.checked') state.goal = { goal: event.goal, have: event.have, met: event.met }
  if (!event.agent || (event.kind === 'died' && event.victim_kind !== 'agent')) return
  const one = agents[event.agent] ??= newcomer()
  hold(one, event)
  COURSE[event.kind]?.(one, event)
}

export class States {
  constructor (log) {
    this.log = log
    this.kept = [empty()] // kept[k]: the state before event k * EVERY
    this.last = { at: -1, state: empty() }
  }

  /** The state after the event at index `at`. Callers must not change it. */
  after (at) {
    const kept = Math.floor((at + 1) / EVERY)
    this.keep(kept)
    const near = this.last.at <= at && at - this.last.at < (at + 1) % EVERY + 1
    const state = near ? this.last.state : copy(this.kept[kept])
    for (let index = near ? this.last.at + 1 : kept * EVERY; index <= at; index++) apply(state, this.log.events[index])
    this.last = { at, state }
    return state
  }

  /** Makes sure that `kept` contains the states up to index `k`. */
  keep (k) {
    while (this.kept.length <= k) {
      const from = (this.kept.length - 1) * EVERY
      const state = copy(this.kept.at(-1))
      for (let index = from; index < from + EVERY; index++) apply(state, this.log.events[index])
      this.kept.push(state)
    }
  }
}
