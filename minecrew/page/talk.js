/** The talk up to a moment, with the newest line at the bottom. */

import { jump, make } from './elements.js'
import { lastAtMost } from './log.js'
import { SAYERS, clock } from './words.js'

const MOST = 40 // lines shown; more on demand
const NEAR = 40 // pixels from its foot: still at the foot

export class Talk {
  constructor (root, log, go) {
    Object.assign(this, { root, log, go, most: MOST, last: null, cited: new Set() })
    this.places = []
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) { if (event.kind === 'said') this.places.push(at) }

  /** `live`: new lines are being added; the list does not scroll if a person has scrolled up to read. */
  show (at, cited, live = false) {
    const last = lastAtMost(this.places, at)
    if (last === this.last && cited === this.cited) return
    this.last = last
    this.cited = cited
    this.draw(live && this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight > NEAR)
  }

  draw (still = false) {
    const { scrollTop } = this.root
    const first = Math.max(0, this.last + 1 - this.most)
    const lines = this.places.slice(first, this.last + 1).map(at => this.line(at))
    const showMore = () => { this.most += MOST; this.draw() }
    const more = first && make('button', { type: 'button', click: showMore }, `${first} earlier lines`)
    this.root.replaceChildren(...[more && make('li.more', {}, more), ...lines].filter(Boolean))
    if (!lines.length) this.root.append(make('li.dim', {}, 'Nobody has spoken yet.'))
    lines.at(-1)?.setAttribute('aria-current', 'true')
    this.root.scrollTop = still ? scrollTop : this.root.scrollHeight
  }

  line (at) {
    const event = this.log.events[at]
    const to = event.to?.length ? ` to ${event.to.join(', ')}` : ''
    const words = `${clock(event)} #${event.seq}`
    const link = jump(event.seq, () => this.go(at), { title: 'Go to this moment' }, words)
    const who = make('span.who', {}, make('b', {}, SAYERS(event)), to, ' ', link)
    const line = make('li', {}, who, make('p', {}, event.text))
    line.dataset.seq = event.seq
    if (event.agent) line.dataset.agent = this.log.agents.indexOf(event.agent) % 8
    if (this.cited.has(event.seq)) line.classList.add('cited')
    return line
  }
}
