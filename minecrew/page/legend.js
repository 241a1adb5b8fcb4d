/** What the signs and colours mean: of the time axis, of the bars, of the map. */

import { byId, make } from './elements.js'
import { FAMILIES } from './kinds.js'
import { SIGNS } from './map_signs.js'
import { fit } from './palette.js'

const STATES = { work: 'works', wait: 'waits', think: 'thinks', idle: 'idle' }
const MAP = {
  animal: 'animal at the start',
  station: 'chest or work block',
  'hand-over': 'hand-over',
  blow: 'blow',
  death: 'death',
  kill: 'animal killed'
}
const SIDE = 20 // px of a sign

const bar = (state, words) => make('li', {}, make(`span.sample.${state}`), ` ${words}`)

export function showLegends (palette) {
  const bars = names => names.map(state => bar(state, STATES[state]))
  byId('families').replaceChildren(
    ...bars(['work', 'wait', 'think', 'idle']),
    make('li', {}, '✓ done ✗ failed ■ stopped – refused'),
    ...FAMILIES.map(name => {
      const entry = make('li', {}, make('span.swatch'), ` ${name}`)
      entry.firstChild.style.background = `var(--${name})`
      return entry
    }),
    make('li.of-findings', {}, '◆ finding')
  )
  byId('shares-legend').replaceChildren(...bars(['work', 'wait', 'idle']))
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
