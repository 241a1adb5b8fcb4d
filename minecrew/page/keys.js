/**
 * The keys, in one table, so that the documentation matches the behaviour.
 * The keys are off while a person types, or if a person has turned them off.
 */

import { byId, make } from './elements.js'

/** `actions` maps names to functions. Writes the table of keys into the help. */
export function listen (actions) {
  const table = [
    ['Space', [' ', 'k'], 'play or pause', actions.toggle],
    ['→', ['ArrowRight'], 'next event', actions.next],
    ['←', ['ArrowLeft'], 'previous event', actions.previous],
    ['Shift →', ['Shift+ArrowRight'], '5 seconds on', actions.later],
    ['Shift ←', ['Shift+ArrowLeft'], '5 seconds back', actions.earlier],
    ['n', ['n'], 'next finding', actions.nextFinding],
    ['p', ['p'], 'previous finding', actions.previousFinding],
    ['Home', ['Home'], 'first event', actions.first],
    ['End', ['End'], 'last event, and follow new ones', actions.last],
    [']', [']'], 'faster', actions.faster],
    ['[', ['['], 'slower', actions.slower],
    ['+', ['+', '=', 'Shift++'], 'zoom in', actions.zoomIn],
    ['-', ['-'], 'zoom out', actions.zoomOut],
    ['b', ['b'], 'go to the reason for this event', actions.because],
    ['w', ['w'], 'go to “Why?”', actions.why],
    ['1', ['1'], 'this moment', actions.moment],
    ['2', ['2'], 'who gave what to whom', actions.exchange],
    ['3', ['3'], 'prompts and answers', actions.calls],
    ['e', ['e'], 'go to the list of events', actions.events],
    ['f', ['f'], 'go to the findings', actions.findings],
    ['/', ['/'], 'search the text', actions.search],
    ['a', ['a'], 'annotate this moment', actions.annotate],
    ['Esc', ['Escape'], 'clear the chosen finding', actions.release],
    ['?', ['?', 'Shift+?'], 'this list', actions.help]
  ]
  byId('keys').replaceChildren(
    ...table.map(([name, , what]) => make('tr', {}, make('td', {}, make('kbd', {}, name)), make('td', {}, what)))
  )
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const { target } = event
    const typing = target.matches('input:not([type=checkbox]), textarea, select')
    const pressing = target.matches('button, summary, a, input') && (event.key === ' ' || event.key === 'Enter')
    if (pressing || byId('help').open || byId('meaning').matches(':popover-open')) return
    if (typing) return event.key === 'Escape' && target.blur()
    if (event.key.length === 1 && event.key !== ' ' && !byId('single-keys').checked) return
    const name = `${event.shiftKey ? 'Shift+' : ''}${event.key}`
    const found =
      table.find(([, keys]) => keys.includes(name)) ??
      (event.key.length === 1 && table.find(([, keys]) => keys.includes(event.key)))
    if (!found) return
    event.preventDefault()
    found[3]()
  })
}
