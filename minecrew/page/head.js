/** The head of a run: its title, its outcome and findings, who decided, special conditions, figures, and problems. */

import { amounts } from './amounts.js'
import { byId, jump, make } from './elements.js'
import { setting, tell } from './kinds.js'
import { explained, term } from './terms.js'
import { seconds } from './words.js'

const RARE = ['denied by the guard', 'failed on purpose'] // told where there are any, with a link to the first
const NAMES = { met: 'goal met', not_met: 'goal not met' } // of outcomes
const TERMS = { // of figures -> in the glossary
  agents: 'agent',
  rounds: 'round',
  events: 'event',
  findings: 'finding',
  messages: 'utterance',
  'sub-tasks': 'sub-task'
}
const FAULTS = 5 // of ours, told one by one

export class Head {
  /**
   * `data` is the page's data; for a run that a service serves, it also has a `card`, which is null until it is known.
   * `gist` provides the findings. `go(at)` goes to an event, `pick(finding)` selects a finding, `explain(at)` shows why
   * an event happened.
   */
  constructor ({ log, data, gist, go, pick, explain }) {
    Object.assign(this, { log, data, gist, go, pick, explain, entries: new Map(), faults: [], told: '' })
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
    byId('outcome').textContent = NAMES[state] ?? state.replace('_', ' ')
    byId('standing').textContent = this.standingOf(state, goal, why)
    byId('end').hidden = !state
    byId('end').dataset.outcome = log.outcome?.outcome ?? (data.card ? state : 'none')
    byId('about').textContent = [data.run, goal && Object.keys(goal).length && `goal ${amounts(goal)}`]
      .filter(Boolean)
      .join(' · ')
    const set = [this.gist.minds(), ...started ? setting(started) : []].filter(Boolean)
    byId('setting').replaceChildren(...set.map(words => make('li', {}, ...explained(words))))
    byId('setting').hidden = !set.length
    const awaited = data.card !== undefined && (data.card?.state !== 'ended' || !data.furnished)
    byId('no-map').hidden = Boolean(data.arena) || awaited
    this.showVerdicts()
    this.showCounts()
    this.showFaults()
    byId('problems').replaceChildren(...data.problems.map(problem => make('li', {}, problem)))
    byId('problems').hidden = !data.problems.length
  }

  /** The findings, each with links to its event and to its reason, as prominent as the outcome. */
  showVerdicts () {
    const verdicts = this.gist.verdicts(this.data)
    const key = JSON.stringify(verdicts.map(one => [one.words, one.at]))
    if (key === this.told) return
    this.told = key
    for (const one of [...byId('verdicts').children].slice(1)) one.remove()
    byId('verdicts').append(...verdicts.map(one => this.verdict(one)))
  }

  verdict ({ about, words, at, finding, class: found }) {
    const entry = make('li', {}, make('b', {}, about.toLowerCase()), ' ')
    entry.dataset.class = found
    if (at == null) return entry.append(words) ?? entry
    const { seq } = this.log.events[at]
    const visit = () => { if (finding) this.pick(finding); this.go(at) }
    entry.append(jump(seq, visit, {}, words), ' ',
      make('button.small', { type: 'button', 'aria-label': `Why? ${words}`, click: () => this.explain(at) }, 'Why?'))
    return entry
  }

  standingOf (state, goal, why) {
    if (state === 'met' && this.log.outcome) return `${amounts(goal)} after ${this.gist.length()}.`
    return why ? `${why}.` : ''
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

  /** What a run in progress is waiting for; null if the run is over. `thinking`: the minds that are being asked now. */
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
      'of game time': seconds(log.end('game'))
    }
    for (const name of RARE) if (tally[name].length) counts[name] = tally[name].length
    for (const [name, count] of Object.entries(counts)) {
      const entry = this.entryOf(name)
      entry.querySelector('b').textContent = count
      const words = count === 1 ? name.replace(/s$/, '') : name
      const told = entry.querySelector('span')
      if (told.textContent !== words) told.replaceChildren(term(TERMS[name], words))
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
