/** The talk as a graph: who answers whom, and how often. */

import { jump, make } from './elements.js'
import { draw, pressable } from './svg.js'
import { SAYERS, clock } from './words.js'

const DOT = 20 // radius of a speaker
const TIP = {
  id: 'tip',
  viewBox: '0 0 8 8',
  refX: 7,
  refY: 4,
  markerWidth: 9,
  markerHeight: 9,
  markerUnits: 'userSpaceOnUse',
  orient: 'auto'
}
const APART = 34 // how far two ways between the same two bend

/**
 * Counts answers, event by event: from each speaker to the speaker of the line that it answers, or else to the agent
 * that it names.
 */
export class Answers {
  constructor (log) {
    Object.assign(this, { log, pairs: new Map(), spoken: new Map() })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) {
    if (event.kind !== 'said') return
    const speaker = SAYERS(event)
    this.spoken.set(speaker, (this.spoken.get(speaker) ?? 0) + 1)
    const causes = (event.cause ?? []).map(seq => this.log.events[this.log.find(seq)])
    const answered = causes.filter(one => one?.kind === 'said')
    const whom = answered.length ? answered.map(SAYERS) : event.to ?? []
    for (const other of new Set(whom)) {
      if (other === speaker) continue
      const key = JSON.stringify([speaker, other])
      const one = this.pairs.get(key) ?? { from: speaker, to: other, answers: 0, events: [] }
      one.answers += answered.length > 0
      one.events.push(at)
      this.pairs.set(key, one)
    }
  }
}

/** The places of the speakers: on a circle, with the first at the left. */
export function places (count, width, height) {
  const [x, y] = [width / 2 - DOT - 40, height / 2 - DOT - 18]
  return Array.from({ length: count }, (_, place) => {
    const angle = Math.PI + place * 2 * Math.PI / count
    return [width / 2 + x * Math.cos(angle), height / 2 + (count > 2 ? y * Math.sin(angle) : 0)]
  })
}

export class TalkGraph {
  constructor ({ picture, list, log, answers, go }) {
    Object.assign(this, { picture, list, log, answers, go, shown: '', listed: '' })
    new ResizeObserver(() => { this.shown = ''; this.show() }).observe(picture)
  }

  show () {
    const width = this.picture.clientWidth
    const pairs = [...this.answers.pairs.values()]
    const key = JSON.stringify([width, pairs.map(one => one.events.length), [...this.answers.spoken]])
    if (!width || key === this.shown) return
    this.shown = key
    if (!this.answers.spoken.size) return this.picture.replaceChildren(make('p.dim', {}, 'Nobody has spoken yet.'))
    this.picture.replaceChildren(this.drawing(pairs, Math.min(width, 460)))
    const counts = JSON.stringify(pairs.map(one => one.events.length))
    if (counts === this.listed) return // a list that is the same keeps its focus
    this.listed = counts
    const opened = [...this.list.children].map(one => one.firstChild.open)
    this.list.replaceChildren(...pairs.map(one => this.entry(one)))
    opened.forEach((open, place) => { this.list.children[place].firstChild.open = open })
  }

  drawing (pairs, width) {
    const speakers = [...new Set([...this.log.agents, ...this.answers.spoken.keys(), ...pairs.map(one => one.to)])]
    const height = speakers.length > 2 ? 250 : 130
    const spots = new Map(places(speakers.length, width, height).map((spot, place) => [speakers[place], spot]))
    const most = Math.max(1, ...pairs.map(one => one.events.length))
    const box = { viewBox: `0 0 ${width} ${height}`, width, height }
    return draw('svg', { ...box, role: 'group', 'aria-label': 'Who answers whom' },
      draw('defs', {}, draw('marker', TIP, draw('path', { d: 'M0 0L8 4L0 8z', class: 'tip' }))),
      ...pairs.map(one => this.way(one, spots, most)),
      ...[...spots].map(([name, spot]) => this.speaker(name, spot, spot[1] < height / 2 - 1 ? -1 : 1)))
  }

  way (pair, spots, most) {
    const [[x0, y0], [x1, y1]] = [spots.get(pair.from), spots.get(pair.to)]
    const long = Math.hypot(x1 - x0, y1 - y0) || 1
    const [ux, uy] = [(x1 - x0) / long, (y1 - y0) / long]
    const [mx, my] = [(x0 + x1) / 2 - uy * APART, (y0 + y1) / 2 + ux * APART]
    const start = [x0 + ux * DOT - uy * 6, y0 + uy * DOT + ux * 6]
    const end = [x1 - ux * (DOT + 5) - uy * 6, y1 - uy * (DOT + 5) + ux * 6]
    const curve = `M${start.join(' ')}Q${mx} ${my} ${end.join(' ')}`
    const count = pair.events.length
    const thick = 1.5 + 3 * count / most
    const line = draw('path', { d: curve, class: 'way', 'stroke-width': thick, 'marker-end': 'url(#tip)' })
    const [tx, ty] = [(start[0] + 2 * mx + end[0]) / 4, (start[1] + 2 * my + end[1]) / 4]
    return pressable(told(pair), () => this.choose(pair), draw('path', { d: curve, class: 'reach' }), line,
      draw('circle', { cx: tx, cy: ty, r: 9, class: 'count' }), draw('text', { x: tx, y: ty, class: 'number' }, count))
  }

  /** Draws a speaker. `side`: whether the speaker's name is above (-1) or below (1), away from the arrows. */
  speaker (name, [x, y], side) {
    const place = this.log.agents.indexOf(name)
    const dot = draw('circle', { cx: x, cy: y, r: DOT, class: 'speaker' })
    if (place >= 0) dot.style.fill = `var(--agent-${place % 8})`
    const lines = this.answers.spoken.get(name) ?? 0
    return draw('g', {}, draw('title', {}, `${name}: ${lines} lines`), dot,
      draw('text', { x, y, class: 'initial' }, lines),
      draw('text', { x, y: y + side * (DOT + 12), class: 'node', 'text-anchor': 'middle' }, name))
  }

  choose (pair) {
    const entry = this.list.children[[...this.answers.pairs.values()].indexOf(pair)]
    entry.firstChild.open = true
    entry.querySelector('summary').focus()
  }

  entry (pair) {
    const lines = pair.events.map(at => {
      const event = this.log.events[at]
      return make('li', {}, jump(event.seq, () => this.go(at), {}, `“${event.text}”`),
        make('span.dim', {}, ` ${clock(event)} #${event.seq}`))
    })
    return make('li', {}, make('details', {}, make('summary', {}, told(pair)), make('ol.events', {}, ...lines)))
  }
}

/** An arrow in words: 'Bob to Alice: 3 lines, 2 of them answers'. */
const told = ({ from, to, answers, events }) => {
  const many = events.length === 1 ? '1 line' : `${events.length} lines`
  if (answers < events.length) return `${from} to ${to}: ${many}${answers ? `, ${answers} of them answers` : ''}`
  return `${from} answers ${to}: ${many}`
}
