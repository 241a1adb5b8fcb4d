/**
 * The declaration of each kind of event: its sentence, its family, and how it moves items.
 *
 * An unknown kind is shown by its name and fields.
 */

import { TABLES } from './tables.js'
import { render } from './template.js'

const ROWS = new Map(Object.entries(TABLES.kinds))
const COMMON = new Set(TABLES.common)

/** Families of kinds, each with a colour and a place in the filter. */
export const FAMILIES = TABLES.families

const PLACES = new Map(FAMILIES.map((name, place) => [name, place]))

const rowOf = event => ROWS.get(event.kind) ?? TABLES.unknown

/** An event's fields by name, in the form that its row's templates need. */
const valuesOf = (event, { defaults }) => name =>
  name === '*' ? Object.fromEntries(ownFields(event)) : event[name] ?? defaults[name]

/** The fields that are the kind's own, as [name, value]. */
export function ownFields (event) { return Object.entries(event).filter(([name]) => !COMMON.has(name)) }

/** The sentence for `event`, without the agent's name. */
export function tell (event) {
  const row = rowOf(event)
  return render(row.says, valuesOf(event, row))
}

/** The number of the family of `event`, in the order of FAMILIES. */
export function family (event) {
  const row = rowOf(event)
  return PLACES.get(render(row.family, valuesOf(event, row)))
}

/** The special conditions of a run, each as a sentence; `run` has the fields of its first event. */
export function setting (run) {
  return TABLES.setting.map(one => render(one, name => run[name]).replace(/^; /, '')).filter(Boolean)
}

/**
 * The moves of items, as [from, to, items]. As `from` or `to`, 'held' is the event's agent. As `to`, 'counted' means
 * that the items are everything that the event's agent holds.
 */
export function moves (event) {
  const row = rowOf(event)
  const found = []
  for (const [name, way] of Object.entries(row.moves)) {
    const values = valuesOf(event, row)
    const [to, from] = render(way, values).split('>').reverse()
    const value = values(name)
    if (!to || value == null) continue
    found.push([from ?? '', to, typeof value === 'object' ? value : { [value]: values('count') ?? 1 }])
  }
  return found
}
