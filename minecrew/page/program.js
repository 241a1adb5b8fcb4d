/** Shows a whole program with numbered lines; important lines are marked. */

import { make } from './elements.js'

/** `marks` maps line numbers, from 1, to the reasons why the lines are marked. */
export function programOf (code, marks = new Map()) {
  const lines = code.replace(/\n$/, '').split('\n').map((text, place) => {
    const why = marks.get(place + 1)
    const line = make('li', {}, make('code', {}, text || ' '), why && make('span.mark-why', {}, why))
    if (why) line.className = 'marked'
    return line
  })
  return make('ol.program', { tabIndex: 0, 'aria-label': 'The program' }, ...lines)
}

/** The line of the program itself at which it failed; null if it is not known. */
export function failedAt ({ at }, name) {
  if (!at) return null
  return at.program ?? (at.skill === name ? at.line : null)
}
