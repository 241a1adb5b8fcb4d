/** The flow of items as a picture, and as a list in which each entry leads to its events. */

import { amounts } from './amounts.js'
import { jump, make } from './elements.js'
import { WAYS } from './flow.js'
import { placeLabels } from './labels.js'
import { layRibbons } from './ribbons.js'
import { draw, pressable } from './svg.js'
import { clock, sentence } from './words.js'

const MOST = 14 // flows in the picture; the list has all
const NAME = 118 // pixels for a name at each side
const CHAR = 6.4 // about the width of a letter, in pixels
const LISTED = 30 // events of one flow

export class FlowView {
  constructor ({ picture, list, log, flow, go }) {
    Object.assign(this, { picture, list, log, flow, go, shown: '', listed: '', chosen: null })
    new ResizeObserver(() => { this.shown = ''; this.show() }).observe(picture)
  }

  show () {
    const width = this.picture.clientWidth
    const flows = this.flow.all()
    const key = JSON.stringify([width, this.chosen, flows.map(one => one.count)])
    if (!width || key === this.shown) return
    this.shown = key
    if (!flows.length) return this.picture.replaceChildren(make('p.dim', {}, 'No items have changed hands yet.'))
    this.picture.replaceChildren(this.drawing(flows.slice(0, MOST), width))
    const counts = JSON.stringify(flows.map(one => one.count))
    if (counts === this.listed) return // a list that is the same keeps its focus
    this.listed = counts
    this.opened = new Set([...this.list.children].filter(one => one.firstChild.open).map(one => one.dataset.flow))
    this.list.replaceChildren(...flows.map(one => this.entry(one)))
  }

  drawing (flows, width) {
    const { height, left, right, ribbons } = layRibbons(flows)
    const name = Math.min(NAME, width * 0.3)
    const middle = width / 2
    const [x0, x1] = [name + 8, width - name - 8]
    const shapes = ribbons.map(({ flow, thick, y0, y1 }) => {
      const path = `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`
      const ribbon = draw('path', { d: path, 'stroke-width': thick, class: `ribbon ${flow.how}` })
      if (!isForced(flow)) ribbon.style.stroke = this.colour(flow.from) ?? this.colour(flow.to) ?? 'var(--dim)'
      const mark = pressable(told(flow), () => this.choose(flow), ribbon)
      if (this.keyOf(flow) === this.chosen) mark.classList.add('chosen')
      return mark
    })
    const names = [
      ...[...left].map(([who, one]) => this.name(who, one, { x: name, anchor: 'end', bar: x0 - 6 }, name)),
      ...[...right].map(([who, one]) => this.name(who, one, { x: width - name, anchor: 'start', bar: x1 + 2 }, name))
    ]
    const words = labels(ribbons, { x0, x1, height })
    const tall = Math.ceil(height) + 4
    const box = { viewBox: `0 -2 ${width} ${tall}`, width, height: tall }
    return draw('svg', { ...box, role: 'group', 'aria-label': 'Flow of items' }, ...shapes, ...words, ...names)
  }

  name (who, { y, height }, { x, anchor, bar }, room) {
    const most = Math.floor(room / CHAR)
    const short = who.length > most ? `${who.slice(0, most - 1)}…` : who
    const mark = draw('rect', { x: bar, y, width: 4, height, rx: 2 })
    mark.style.fill = this.colour(who) ?? 'var(--dim)'
    return draw('g', {}, mark, draw('text', { x, y: y + height / 2, 'text-anchor': anchor, class: 'node' },
      draw('title', {}, who), short))
  }

  colour (who) {
    const place = this.log.agents.indexOf(who)
    return place < 0 ? null : `var(--agent-${place % 8})`
  }

  keyOf ({ from, to, how }) { return JSON.stringify([from, to, how]) }

  /** Opens the flow's entry in the list. */
  choose (flow) {
    this.chosen = this.keyOf(flow)
    this.show()
    const entry = [...this.list.children].find(one => one.dataset.flow === this.chosen)
    entry.firstChild.open = true
    entry.querySelector('summary').focus()
  }

  entry (flow) {
    const listed = flow.events.slice(0, LISTED).map(at => {
      const event = this.log.events[at]
      return make('li', {}, jump(event.seq, () => this.go(at), {}, sentence(event)),
        make('span.dim', {}, ` ${clock(event)} #${event.seq}`))
    })
    const rest = flow.events.length - listed.length
    if (rest > 0) listed.push(make('li.dim', {}, `and ${rest} more`))
    const entry = make('li', {}, make('details', {}, make('summary', {}, told(flow)), make('ol.events', {}, ...listed)))
    entry.dataset.flow = this.keyOf(flow)
    entry.firstChild.open = this.opened.has(entry.dataset.flow)
    return entry
  }
}

/** A flow in words: 'Bob → Alice: 4 sticks, 1 white wool (looted)'. */
export const told = ({ from, to, items: what, how }) =>
  `${from} → ${to}: ${amounts(what)}${WAYS[how] ? ` (${how})` : ''}`

const isForced = ({ how }) => how === 'taken' || how === 'looted'

/**
 * Labels for the ribbons that need an explanation, with the items and the way in which they passed, if there is room.
 */
function labels (ribbons, { x0, x1, height }) {
  const wanted = ribbons.filter(({ flow }) => WAYS[flow.how]).map(({ flow, y0, y1 }) => {
    const whole = `${flow.how}: ${amounts(flow.items)}`
    const text = whole.length * CHAR < x1 - x0 ? whole : flow.how
    return { text, x: (x0 + x1) / 2, y: (y0 + y1) / 2, away: 0, width: text.length * CHAR, rank: 0, middle: true }
  })
  return placeLabels(wanted, { width: x1 + x0, height: Math.max(height, 20) }).map(({ text, left, top }) =>
    draw('text', { x: left, y: top, class: 'node on-ribbon' }, text))
}
