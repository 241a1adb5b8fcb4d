/** The meanings of the signs and colours on the time axis, the bars, the flow and the map. */

import { byId, make } from './elements.js'
import { WAYS } from './flow.js'
import { FAMILIES } from './kinds.js'
import { SIGNS } from './map_signs.js'
import { fit } from './palette.js'
import { ENDS } from './subtasks.js'

const STATES = { work: 'busy', wait: 'waits', think: 'thinks', idle: 'idle' }
const WORDS = { task: 'parts, steps', hunt: 'hunting', places: 'moves', run: 'the run' } // of families
const ENDED = { harm: 'by harm' } // of sub-tasks
const MAP = {
  animal: 'animal at the start',
  station: 'chest or work block',
  'hand-over': 'given',
  taking: 'taken or looted',
  blow: 'blow',
  death: 'death',
  return: 'comes back',
  kill: 'animal killed'
}
const SIDE = 20 // px of a sign

const bar = (state, words) => make('li', {}, make(`span.sample.${state}`), ` ${words}`)

export function showLegends (palette) {
  const bars = names => names.map(state => bar(state, STATES[state]))
  byId('families').replaceChildren(
    ...bars(['work', 'wait', 'think', 'idle']),
    ...Object.entries(ENDS).map(([end, mark]) =>
      make(end === 'harm' ? 'li.of-findings' : 'li', {}, make(`span.end-${end}`, {}, mark), ` ${ENDED[end] ?? end}`)),
    ...FAMILIES.map(name => {
      const entry = make('li', {}, make('span.swatch'), ` ${WORDS[name] ?? name}`)
      entry.firstChild.style.background = `var(--${name})`
      return entry
    }),
    ...['death', 'return'].map(sort => make('li', {}, sign(sort, palette), ` ${MAP[sort]}`)),
    make('li.of-findings', {}, '◆ finding')
  )
  byId('shares-legend').replaceChildren(...bars(['work', 'wait', 'idle']))
  const sample = (way, words) => make('li', {}, make(`span.way-sample.${way}`), ` ${words}`)
  byId('flow-legend').replaceChildren(...Object.entries(WAYS).filter(([, meaning]) => meaning)
    .map(([way, meaning]) => sample(way, `${way}: ${meaning}`)))
  byId('map-legend').replaceChildren(
    ...Object.entries(MAP).map(([sort, words]) => make('li', {}, sign(sort, palette), ` ${words}`)),
    make('li', {}, make('span.swatch.broken'), ' broken'),
    make('li', {}, make('span.swatch.placed'), ' placed')
  )
}

function sign (sort, palette) {
  const canvas = make('canvas', { 'aria-hidden': 'true' })
  fit(canvas, SIDE, SIDE)
  canvas.style.width = canvas.style.height = `${SIDE}px`
  SIGNS[sort](canvas.getContext('2d'), [SIDE / 2, SIDE / 2], palette, null, {})
  return canvas
}
