/** Terms that a newcomer may not know: each is a button that shows its sentence from docs/glossary.md. */

import { byId, make } from './elements.js'
import { TABLES } from './tables.js'

const AWAY = 6 // pixels between a term and its meaning
const EDGE = 8 // pixels between a meaning and the window's edge

/** The terms in the view of a run; the help lists them. */
export const SHOWN = [
  'agent', 'annotation', 'assignment', 'crew', 'detector', 'event', 'evidence', 'finding', 'game second', 'goal',
  'guard', 'injected failure', 'mind', 'offline mind', 'persona', 'program', 'prompt', 'round', 'skill', 'stage',
  'station', 'sub-task', 'token', 'utterance'
]

/** `words` as a button that explains `name`; only the words if the glossary has no such term. */
export function term (name, words = name) {
  if (!Object.hasOwn(TABLES.terms, name)) return words
  const button = make('button.term', { type: 'button', title: TABLES.terms[name] }, words)
  button.addEventListener('click', () => explain(button, name))
  return button
}

const KNOWN = new RegExp(`\\b(${[...SHOWN].sort((a, b) => b.length - a.length).join('|')})s?\\b`, 'i')

/** `text` as nodes, in which the first known term is a button. */
export function explained (text) {
  const found = KNOWN.exec(text)
  if (!found) return [text]
  const end = found.index + found[0].length
  return [text.slice(0, found.index), term(found[1].toLowerCase(), found[0]), text.slice(end)]
}

/** Turns each element that names a term into a button, and writes the list of all terms. */
export function explainTerms () {
  const marked = document.querySelectorAll('[data-term]')
  for (const one of marked) one.replaceChildren(term(one.dataset.term, one.textContent))
  byId('terms').replaceChildren(...SHOWN.flatMap(name => [make('dt', {}, name), make('dd', {}, TABLES.terms[name])]))
}

function explain (button, name) {
  const box = byId('meaning')
  box.replaceChildren(make('b', {}, name), `: ${TABLES.terms[name]}`)
  box.showPopover({ source: button })
  byId('alert').textContent = box.textContent
  const [place, size] = [button.getBoundingClientRect(), box.getBoundingClientRect()]
  const below = place.bottom + AWAY + size.height < innerHeight
  box.style.left = `${Math.max(EDGE, Math.min(place.left, innerWidth - size.width - EDGE))}px`
  box.style.top = `${below ? place.bottom + AWAY : place.top - AWAY - size.height}px`
}
