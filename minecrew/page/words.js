/**
 * Events in words, for a person, with the same terms as the terminal's
 * replay. This module returns only texts; the caller decides how they are shown.
 */

import { amount, amounts } from './amounts.js'
import { TABLES } from './tables.js'
import { ownFields, tell } from './kinds.js'

export const SAYERS = event => event.agent ?? (event.visitor ? `${event.visitor} (a visitor)` : 'the crew')

/** Game time as m:ss.t; '+2.2s' is run time, before the server has started. */
export function clock (event) {
  return event.tick == null ? `+${event.t.toFixed(1)}s` : minutes(event.tick / 20)
}

export function minutes (seconds) {
  const tenths = Math.round(seconds * 10)
  return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, '0')}`
}

/** A length of time: '3.4 s', rounded in the same way as in `minutes`. */
export const seconds = length => `${(Math.round(length * 10) / 10).toFixed(1)} s`

/** The kind's own fields as [name, text], as they are in the log. */
export function fields (event) {
  return ownFields(event).filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}

/** A whole sentence for an event: the agent and the action. */
export const sentence = event => event.agent ? `${event.agent} ${tell(event)}` : tell(event)

/** What a persona makes an agent do; a persona of a plug-in has only a name. */
export function personaOf (agent, persona) {
  const meaning = Object.hasOwn(TABLES.personas, persona) ? `: ${TABLES.personas[persona]}` : '.'
  return `the task gave ${agent} the persona “${persona}”${meaning}`
}

const KILLS = ['kills %', 'kill %']

/** The label of a finding's class, as in the log and in the API. */
export const label = finding => [finding.class, finding.sub].filter(Boolean).join('.')
/** A plain word for a finding's class; a plug-in's class keeps its name. */
export const plain = finding => Object.hasOwn(TABLES.plain, finding.class) ? TABLES.plain[finding.class] : finding.class

const both = names => names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')

/** The broken blocks in words: '2 bookshelves of the library (the village)'; '' if no event names them. */
function broken (events) {
  const counts = new Map()
  for (const { kind, block, structure, owner } of events) {
    if (kind !== 'block.broken') continue
    const key = JSON.stringify([block, `${structure ? ` of the ${structure}` : ''}${owner ? ` (${owner})` : ''}`])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return both([...counts].map(([key, count]) => {
    const [block, whose] = JSON.parse(key)
    return `${amount(block, count)}${whose}`
  }))
}

/**
 * A sentence that says who did what to whom, and what was taken. `events`: the evidence, which contains more detail
 * than the finding.
 */
export function judgement (finding, events = []) {
  const { agents, targets = [], taken = {} } = finding
  const name = label(finding)
  const many = agents.length > 1 ? 1 : 0
  const died = event => event.kind === 'died' && targets.includes(event.victim)
  const killed = name === 'destructive.agent_harm' && events.some(died)
  const what = name === 'destructive.structure_damage' && broken(events)
  const words = killed ? KILLS : TABLES.deeds[name] ?? [name, name]
  const deed = what ? `${many ? 'break' : 'breaks'} ${what}` : words[many]
  const whom = targets.length && !deed.includes('%') ? `, towards ${both(targets)}` : ''
  const took = Object.keys(taken).length ? `, taking ${amounts(taken)}` : ''
  return `${both(agents)} ${deed.replace('%', () => both(targets))}${whom}${took}`
}
