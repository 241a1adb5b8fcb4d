/** Buttons, choices and keys: the controls of the page outside the lists. */

import { byId, make } from './elements.js'
import { listen } from './keys.js'
import { AXES } from './log.js'
import { SPEEDS } from './player.js'

const JUMP = { game: 5, run: 5, order: 20 } // seconds, or events, for a long step

export function wire (page) {
  const { player, lanes, map, tabs } = page
  const click = (id, action) => byId(id).addEventListener('click', action)
  const inMoment = action => () => { page.settle(); tabs.choose('panel-moment'); action() }
  const actions = {
    toggle: () => player.toggle(),
    next: () => page.step(1),
    previous: () => page.step(-1),
    later: () => player.seek(player.x + JUMP[player.axis]),
    earlier: () => player.seek(player.x - JUMP[player.axis]),
    nextFinding: () => page.stepFinding(1),
    previousFinding: () => page.stepFinding(-1),
    first: () => player.go(0),
    last: () => player.follow(),
    faster: () => player.pace(1),
    slower: () => player.pace(-1),
    zoomIn: () => lanes.scale(2),
    zoomOut: () => lanes.scale(0.5),
    because: inMoment(() => page.because()),
    why: inMoment(() => focusFirst(byId('why').querySelector('a, button'))),
    exchange: () => open('panel-exchange'),
    calls: () => open('panel-calls'),
    moment: () => open('panel-moment'),
    events: inMoment(() => page.focusRow(byId('events'))),
    findings: () => page.focusRow(byId('findings')),
    search: inMoment(() => byId('text').focus()),
    annotate: inMoment(() => {
      byId('notes-box').open = true
      const { annotator, class: kind } = byId('note').elements
      ;(annotator.value ? kind : annotator).focus()
    }),
    release: () => page.select(null),
    help: () => byId('help').showModal()
  }
  const open = id => {
    tabs.choose(id)
    byId('tabs').querySelector(`[aria-controls=${id}]`).focus()
  }
  listen(actions)
  for (const name of ['toggle', 'next', 'previous', 'nextFinding', 'previousFinding', 'zoomIn', 'zoomOut']) {
    click(name, actions[name])
  }
  click('help-open', actions.help)
  click('close-help', () => byId('help').close())
  click('follow', actions.last)
  wireMap(map, () => page.changed())
  byId('speed').replaceChildren(...SPEEDS.map(speed => make('option', { value: speed }, `${speed}×`)))
  byId('speed').addEventListener('change', event => player.setSpeed(Number(event.target.value)))
  byId('axis').replaceChildren(
    ...Object.entries(AXES).map(([name, { label }]) => make('option', { value: name }, label))
  )
  byId('axis').addEventListener('change', event => {
    Object.assign(lanes, { zoom: 1, from: 0 })
    player.choose(event.target.value)
    lanes.draw()
  })
  byId('note').addEventListener('focusin', () => player.leave()) // what one writes of does not move on
}

const focusFirst = element => element?.focus()

function wireMap (map, changed) {
  const click = (id, action) => byId(id).addEventListener('click', () => { action(); changed() })
  click('map-in', () => map.zoom(1.5))
  click('map-out', () => map.zoom(1 / 1.5))
  click('map-fit', () => { byId('map-follow').value = ''; map.follow('') })
  click('whole', () => {
    map.whole = byId('whole').checked
    map.frame()
  })
  byId('map-follow').addEventListener('change', event => map.follow(event.target.value))
  map.box.addEventListener('let-go', () => { byId('map-follow').value = '' })
}

/** Offers the agents that the map can follow. */
export function offerFollow (agents) {
  const known = byId('map-follow').length - 1
  byId('map-follow').append(...agents.slice(known).map(name => make('option', { value: name }, name)))
}
