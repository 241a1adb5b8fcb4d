/** A row in the list of events. */

import { make } from './elements.js'
import { tell } from './kinds.js'
import { clock } from './words.js'

/** Fills `element` with the event, unless it contains this event already. */
export function fillEventRow (element, event, log) {
  if (Number(element.dataset.seq) === event.seq) return
  element.dataset.seq = event.seq
  const lane = log.lane(event)
  element.dataset.agent = lane ? (lane - 1) % 8 : ''
  element.replaceChildren(
    make('span.time', {}, clock(event)),
    make('b', {}, event.agent ?? ''),
    make('span.kind', {}, event.kind),
    make('span.told', {}, tell(event))
  )
}
