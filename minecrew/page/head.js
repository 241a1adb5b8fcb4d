/** The head of a run: its title, its state, special conditions, its figures, and problems. */

import { byId, make } from './elements.js'
import { setting, tell } from './kinds.js'
import { items } from './words.js'

const RARE = ['denied by the guard', 'failed on purpose'] // told where there are any, with a link to the first
const FAULTS = 5 // of ours, told one by one

export class Head {
  /** `data` is the page's; for a run that a service serves it also has a `card`, which is null until it is known. */
  constructor (log, data) {
    Object.assign(this, { log, data, entries: new Map(), faults: [] })
    this.tally = { messages: [], 'denied by the guard': [], 'failed on purpose': [] }
    log.events.forEach(event => this.push(event))
  }

  /** Adds one more event. */
  push (event) {
    const { kind, agent } = event
    if (kind === 'said' && agent) this.tally.messages.push(event)
    else if (kind === 'guard.denied') this.tally['denied by the guard'].push(event)
    else if (kind === 'fault') this.faults.push(event)
    else if (event.injected) this.tally['failed on purpose'].push(event)
  }

  show () {
    const { log, data } = this
    const { started } = log
    const title = started?.title ?? data.card?.title ?? (data.card === null ? data.run : 'Run without a beginning')
    const goal = started?.goal ?? data.card?.goal
    const [state, why] = this.standing()
    document.title = `${title}, ${data.card && data.card.state !== 'ended' ? data.card.state : 'replay'}`
    byId('title').textContent = title
    byId('outcome').textContent = state.replace('_', ' ')
    byId('outcome').hidden = !state
    byId('outcome').dataset.outcome = log.outcome?.outcome ?? (data.card ? state : 'none')
    byId('about').textContent = [why, data.run, goal && Object.keys(goal).length && `goal ${items(goal)}`]
      .filter(Boolean)
      .join(' · ')
    const set = started ? setting(started) : []
    byId('setting').replaceChildren(...set.map(words => make('li', {}, words)))
    byId('setting').hidden = !set.length
    const awaited = data.card !== undefined && (data.card?.state !== 'ended' || !data.furnished)
    byId('no-map').hidden = Boolean(data.arena) || awaited
    this.showCounts()
    this.showFaults()
    byId('problems').replaceChildren(...data.problems.map(problem => make('li', {}, problem)))
    byId('problems').hidden = !data.problems.length
  }

  /** [the state of the run, the reason] */
  standing () {
    const { log, data: { card } } = this
    const { outcome } = log
    if (outcome) return [outcome.outcome, outcome.reason]
    if (card === null) return ['', null]
    if (!card) return ['no end', 'the run was killed or is still in progress']
    if (card.state === 'ended') return [card.outcome ?? 'no end', card.reason || 'The log has no end']
    return [card.state, null]
  }

  /** What a run that is not over waits for; null where it is over. `thinking`: who is asked now. */
  waiting (thinking) {
    const { log, data: { card } } = this
    if (!card || card.state === 'ended' || log.outcome) return null
    if (card.state === 'queued') return 'This run is waiting for its turn: earlier runs are still running.'
    if (!log.length) return 'This run is waiting for the world: the server is starting and the agents are joining.'
    const last = log.events.findLast(event => ['asked', 'said', 'subtask.started', 'round.ended'].includes(event.kind))
    if (last?.kind === 'asked') return 'This run is waiting for a person to speak.'
    const asked = thinking.map(one => `${one.agent ?? 'the crew'} (${one.purpose})`)
    if (asked.length) return `This run is waiting for an answer: ${asked.join(', ')}.`
    if (!last) return 'This run is waiting for the first agent to speak.'
    const words = { said: 'The crew is talking.', 'subtask.started': 'The crew is at work.' }
    return words[last.kind] ?? 'The round is being evaluated.'
  }

  showCounts () {
    const { log, data, tally } = this
    const counts = {
      agents: log.agents.length,
      rounds: log.rounds.length,
      events: log.length,
      ...(data.blind ? {} : { findings: data.findings.length }),
      messages: tally.messages.length,
      'sub-tasks': log.kinds.get('subtask.started') ?? 0,
      'game seconds': log.end('game').toFixed(1)
    }
    for (const name of RARE) if (tally[name].length) counts[name] = tally[name].length
    for (const [name, count] of Object.entries(counts)) {
      const entry = this.entryOf(name)
      entry.querySelector('b').textContent = count
      entry.querySelector('span').textContent = count === 1 ? name.replace(/s$/, '') : name
    }
  }

  entryOf (name) {
    if (!this.entries.has(name)) {
      const told = [make('b'), ' ', make('span')]
      const first = RARE.includes(name) && { href: `#${this.tally[name][0].seq}`, title: 'Go to the first one' }
      const entry = make('li', {}, ...(first ? [make('a', first, ...told)] : told))
      entry.dataset.count = name
      this.entries.set(name, byId('counts').appendChild(entry))
    }
    return this.entries.get(name)
  }

  showFaults () {
    const { faults } = this
    byId('faults').hidden = !faults.length
    if (byId('faults').childElementCount === Math.min(faults.length, FAULTS + 1)) return
    byId('faults').replaceChildren(
      ...faults.slice(0, FAULTS).map(event => make('li', {}, make('a', { href: `#${event.seq}` }, tell(event))))
    )
    if (faults.length > FAULTS) {
      byId('faults').append(make('li', {}, make('a', { href: `#${faults[FAULTS].seq}` }, 'and more')))
    }
  }
}
