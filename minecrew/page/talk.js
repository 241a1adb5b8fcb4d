/** The talk up to a moment, with the newest line at the bottom. */

import { jump, make } from './elements.js'
import { tell } from './kinds.js'
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
    const line = make('li', {}, who, make('p', {}, event.text), this.choice(event))
    line.dataset.seq = event.seq
    if (event.agent) line.dataset.agent = this.log.agents.indexOf(event.agent) % 8
    if (this.cited.has(event.seq)) line.classList.add('cited')
    return line
  }

  /** The proposals from which a critic chose the line, and the critic's reason; null if no critic chose it. */
  choice (event) {
    const places = (event.cause ?? []).map(seq => this.log.find(seq)).filter(at => at >= 0)
    const place = places.find(at => this.log.events[at].kind === 'critic.chose')
    if (place === undefined) return null
    const chose = this.log.events[place]
    const proposed = this.log.events.slice(0, place).filter(one => // the last of this agent's
      one.kind === 'candidate.proposed' && one.agent === chose.agent).slice(-chose.options)
    return make('details.choice', {},
      make('summary', {}, tell(chose)),
      make('ol', { 'aria-label': 'Proposals' }, ...proposed.map(({ option, text }) =>
        make('li', {}, option === chose.option ? make('b', {}, text) : text))))
  }
}
