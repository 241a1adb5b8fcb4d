/** Each agent's contribution, and how it spent its time, as bars. */

import { amount } from './amounts.js'
import { jump, make } from './elements.js'
import { icon } from './icon.js'
import { seconds } from './words.js'

const LEAST = 0.05 // seconds that are told
const WORDS = { work: 'busy', wait: 'waits', idle: 'is idle' }

export class Shares {
  constructor ({ root, log, activity, flow, go }) {
    Object.assign(this, { root, log, activity, flow, go, shown: '' })
  }

  show () {
    const key = String(this.log.length)
    if (key === this.shown) return
    this.shown = key
    const totals = this.activity.totals()
    const longest = Math.max(1e-9, ...[...totals.values()].map(one => one.work + one.wait + one.idle))
    const shares = this.log.agents.map(name => this.flow.shareOf(name))
    this.most = Math.max(1, ...shares.flatMap(({ got, crafted, gave, took }) => [got + crafted + gave, took]))
    this.root.replaceChildren(...[...totals].map(([name, one]) => this.row(name, one, longest)))
  }

  row (name, total, longest) {
    const parts = ['work', 'wait', 'idle'].filter(state => total[state] >= LEAST)
    const bar = make('div.share-bar', { 'aria-hidden': 'true' }, ...parts.map(state => {
      const part = make(`span.${state}`)
      part.style.width = `${total[state] / longest * 100}%`
      return part
    }))
    const told = parts.map(state => `${WORDS[state]} ${seconds(total[state])}`)
    if (total.think >= LEAST) told.push(`thinks ${seconds(total.think)} of real time`)
    const row = make('li', {}, make('b', {}, name), bar, make('p.dim', {}, told.join(', ') || 'nothing was executed'),
      ...this.contribution(name), this.made(name))
    row.dataset.agent = this.log.agents.indexOf(name) % 8
    return row
  }

  /** A bar for the items that the agent got, crafted and gave, a bar for those that it took from others, and a text. */
  contribution (name) {
    const { got, crafted, gave, took } = this.flow.shareOf(name)
    const bar = (pieces, colour) => {
      const part = make('span.pieces')
      part.style.width = `${pieces / this.most * 100}%`
      part.style.background = `var(--${colour})`
      return make('div.share-bar.thin', { 'aria-hidden': 'true' }, part)
    }
    const taken = took ? `, took or looted ${took} from others` : ''
    return [
      got + crafted + gave > 0 && bar(got + crafted + gave, `agent-${this.log.agents.indexOf(name) % 8}`),
      took > 0 && bar(took, 'harm'),
      make('p.dim', {}, `got ${got} items, crafted ${crafted}, gave ${gave} to others${taken}`)
    ].filter(Boolean)
  }

  /** The items that the agent crafted, each with a link to its first event. */
  made (name) {
    const made = [...this.flow.made.get(name) ?? []]
    if (!made.length) return make('p.dim', {}, 'crafted nothing')
    return make('ul.items', { 'aria-label': `${name} crafted` }, ...made.map(([item, { count, events }]) =>
      make('li', {}, icon(item),
        jump(this.log.events[events[0]].seq, () => this.go(events[0]), {}, amount(item, count)))))
  }
}
