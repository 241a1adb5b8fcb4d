/**
 * A run in a few sentences: the goal, the outcome, who made, gave or harmed what, and the costs.
 *
 * The events are processed one by one. Each sentence is { about, words, at }: `at` is the index of the event to look
 * at, or null. A sentence about a finding also has the `finding`.
 */

import { amount, amounts } from './amounts.js'
import { nounOf } from './causes.js'
import { HARM, deedOf, placesOf } from './deeds.js'
import { clock, judgement, personaOf, plain, seconds, sentence } from './words.js'

const HELPS = 'volunteer'
const WEIGHTS = [HARM, 'contradiction', 'accident', 'conformity', HELPS] // of findings, the gravest first
const MANY = 6 // sentences about one thing
const EXPLAINED = 2 // findings
const ENDS = { met: 'The goal was met', not_met: 'The goal was not met' }
const FREE = { given: ({ from, to }, what) => `${from} gave ${what} to ${to}.` } // by the ways in which items pass
const FORCED = {
  taken: ({ from, to }, what) => `${to} took ${what} from ${from}.`,
  looted: ({ from, to }, what) => `${to} picked up ${what} from ${from}, who had died.`
}
const VERBS = { said: 'said', assigned: 'was assigned', 'subtask.started': 'had the sub-task' }
const LEAST = 0.05 // seconds that are told
const LONGEST = 90 // characters of a quoted line

export class Gist {
  constructor ({ log, flow, activity, causes }) {
    Object.assign(this, { log, flow, activity, causes, blows: new Map(), deaths: [], calls: [], asked: null })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) {
    const { kind } = event
    if (kind === 'attacked' && event.target_kind === 'agent') {
      const key = JSON.stringify([event.agent, event.target])
      const one = this.blows.get(key) ?? { by: event.agent, whom: event.target, count: 0, at }
      one.count++
      this.blows.set(key, one)
    } else if (kind === 'died' && event.victim_kind === 'agent') this.deaths.push(at)
    else if (kind === 'model.called') this.calls.push(at)
  }

  /** `known`: { findings, prices, card }. */
  tell (known) {
    return [this.request(), this.end(known), ...this.harm(known), ...this.passed(FORCED), ...this.others(known),
      ...this.reasons(known), ...this.goods(), ...this.helps(known), ...this.passed(FREE), ...this.waits(),
      this.cost(known)].filter(Boolean)
  }

  /** The findings, the most serious first: one sentence per class. Deaths that belong to no finding come after harm. */
  verdicts ({ findings }) {
    const classes = new Map()
    for (const one of findings) classes.set(one.class, [...classes.get(one.class) ?? [], one])
    const weight = name => (WEIGHTS.indexOf(name) + 1) || WEIGHTS.length
    const told = [...classes].sort(([a], [b]) => weight(a) - weight(b)).map(([, all]) => {
      const { words, ...rest } = this.finding(plain(all[0]), all[0])
      const more = all.length > 1 ? ` And ${all.length - 1} more like it.` : ''
      return { ...rest, words: words + more, class: all[0].class }
    })
    const known = new Set(findings.flatMap(one => placesOf(this.log, one)))
    const deaths = this.deaths.filter(at => !known.has(at)).slice(0, 1)
      .map(at => ({ ...said('Death', `${sentence(this.log.events[at])}.`, at), class: HARM }))
    const harms = told.filter(one => one.class === HARM)
    return [...harms, ...deaths, ...told.filter(one => one.class !== HARM)]
  }

  /** Who decided: models, people, or minds that follow rules; '' while it is not known. */
  minds () {
    const models = [...new Set(this.calls.map(at => this.log.events[at].model))]
    if (models.length) return `${models.length === 1 ? 'model' : 'models'} asked: ${list(models)}`
    const people = this.log.kinds.has('asked') ? 'people and ' : ''
    return this.log.outcome ? `no model was asked: ${people}offline minds decided` : ''
  }

  request () {
    const { started } = this.log
    if (!started) return null
    const crew = started.agents.map(name => {
      const persona = started.personas?.[name]
      return persona ? `${name} (persona: ${persona})` : name
    })
    const goal = amounts(started.goal)
    return { about: 'Asked', words: `${list(crew)} should hold ${goal}.`, at: 0 }
  }

  end ({ card }) {
    const { outcome } = this.log
    if (!outcome) {
      const open = card === null || (card && card.state !== 'ended') || !this.log.length
      const words = 'The log has no end: the run was killed or is still in progress.'
      return open ? null : said('End', words, this.log.length - 1)
    }
    const words = ENDS[outcome.outcome] ?? `The run ended: ${outcome.outcome.replace('_', ' ')}`
    const why = outcome.outcome === 'met' ? '' : ` (${outcome.reason})`
    return said('End', `${words} after ${this.length()}${why}.`, this.log.length - 1)
  }

  length () { return `${count(this.log.rounds.length, 'round')} and ${clock(this.log.outcome)} of game time` }

  /** Sentences about who made the items of the goal. */
  goods () {
    const goal = Object.keys(this.log.started?.goal ?? {})
    const made = [...this.flow.made].flatMap(([name, goods]) => [...goods]
      .filter(([item]) => goal.includes(item))
      .map(([item, { count, events }]) => said('Made', `${name} crafted ${amount(item, count)}.`, events.at(-1))))
    const { agents } = this.log
    const won = this.flow.all().filter(({ from, to }) => agents.includes(to) && !agents.includes(from))
      .flatMap(({ from, to, items: what, events }) => goal.filter(item => what[item])
        .map(item => said('Gathered', `${to} got ${amount(item, what[item])} from ${from}.`, events.at(-1))))
    return [...made.slice(0, MANY), ...won.slice(0, MANY)]
  }

  others ({ findings }) {
    const rest = findings.filter(one => one.class !== HARM && one.class !== HELPS).slice(0, MANY)
    return rest.map(one => this.finding(plain(one), one))
  }

  helps ({ findings }) {
    return findings.filter(one => one.class === HELPS).map(one => this.finding('Helped', one)).slice(0, MANY)
  }

  /** Sentences about items that passed between agents in the ways that `words` contains. */
  passed (words) {
    return Object.entries(words).flatMap(([how, tell]) => {
      const flows = this.flow.between().filter(one => one.how === how).slice(0, MANY)
      return flows.map(one => said(how[0].toUpperCase() + how.slice(1), tell(one, amounts(one.items)), one.events[0]))
    })
  }

  harm ({ findings }) {
    const found = findings.filter(one => one.class === HARM).map(one => this.finding('Harmed', one))
    const told = new Set(findings.filter(one => one.sub === 'agent_harm').flatMap(one => one.agents))
    const blows = [...this.blows.values()].filter(one => !told.has(one.by))
      .map(one => said('Harmed', `${one.by} hit ${one.whom} (${count(one.count, 'blow')}).`, one.at))
    const deaths = this.deaths.map(at => {
      const { victim, by } = this.log.events[at]
      return said('Died', `${victim}${by ? `, killed by ${by}` : ''}, at ${clock(this.log.events[at])}.`, at)
    })
    return [...found, ...blows, ...deaths].slice(0, MANY)
  }

  finding (about, finding) {
    const words = judgement(finding, placesOf(this.log, finding).map(at => this.log.events[at]))
    return { about, words: `${words}.`, at: deedOf(this.log, finding), finding }
  }

  /**
   * Explains the first EXPLAINED findings; harm comes first, then help, then the others. Each explanation leads from
   * the action back to the words that caused it.
   */
  reasons ({ findings }) {
    const rank = ({ class: found }) => [HARM, HELPS].indexOf(found) + 1 || 3
    const told = [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, EXPLAINED)
    return [...new Set(told.map(one => deedOf(this.log, one)))].filter(at => at != null).map(at => this.reason(at))
  }

  reason (at) {
    const [deed, ...path] = this.causes.path(at)
    const chain = [...this.persona(deed),
      ...path.flatMap(step => [{ words: this.link(step), at: step.at }, ...this.persona(step)])]
    return { about: 'Why', words: `${short(sentence(this.log.events[at]))}:`, at, chain }
  }

  /** The persona that made the agent decide as it did at this step of a chain. */
  persona ({ at, persona }) {
    return persona ? [{ words: personaOf(this.log.events[at].agent, persona), at: null, persona }] : []
  }

  link ({ at, lines }) {
    const event = this.log.events[at]
    const line = lines.length === 1 ? `, line ${lines[0]}` : ''
    if (event.kind === 'skill.started') return `${event.agent} ran ${nounOf(event)} ${event.name}${line}`
    if (event.text == null) return short(sentence(event))
    return `${event.agent ?? 'the crew'} ${VERBS[event.kind] ?? event.kind} “${short(event.text)}”`
  }

  waits () {
    const totals = [...this.activity.totals()]
    if (!this.activity.windows.length) return []
    const told = totals.map(([name, { wait, idle }]) => {
      const parts = [wait >= LEAST && `waited ${seconds(wait)}`, idle >= LEAST && `was idle ${seconds(idle)}`]
      return `${name} ${parts.filter(Boolean).join(' and ') || 'was always busy'}`
    })
    return [said('Waited', `${told.join('; ')} (game time).`, null)]
  }

  cost ({ prices }) {
    if (!this.calls.length) {
      return this.log.outcome && said('Cost', 'No model was asked, because all minds are offline.', null)
    }
    const calls = this.calls.map(at => this.log.events[at])
    const sum = name => calls.reduce((all, one) => all + (one[name] ?? 0), 0)
    const models = list([...new Set(calls.map(one => one.model))])
    const figures = `${count(calls.length, 'call')} of ${models}, ${whole(sum('tokens_in'))} tokens in, ` +
      `${whole(sum('tokens_out'))} out, ${seconds(sum('seconds'))}`
    const usd = usdOf(calls, prices ?? {})
    return said('Cost', `${figures}${usd == null ? '' : `, $${usd.toFixed(4)}`}.`, this.calls[0])
  }
}

/** The cost of the calls, at each model's price; null if a model has no price, or did not count its tokens. */
export function usdOf (calls, prices) {
  let usd = 0
  for (const { model, tokens_in: given, tokens_out: taken } of calls) {
    const price = Object.hasOwn(prices, model) ? prices[model] : null
    if (!price || given == null || taken == null) return null
    usd += (given * price.input + taken * price.output) / 1e6
  }
  return usd
}

const short = words => words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
const said = (about, words, at) => ({ about, words, at })
const whole = number => number.toLocaleString('en')
const count = (many, name) => `${whole(many)} ${name}${many === 1 ? '' : 's'}`
const list = names => names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
