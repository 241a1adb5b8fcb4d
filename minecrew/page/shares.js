/** What each agent put in, and what its time went into, as bars. */

import { jump, make } from './elements.js'
import { icon } from './icon.js'

const WORDS = { work: 'works', wait: 'waits', think: 'thinks', idle: 'is idle' }

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
    this.most = Math.max(1, ...shares.map(({ got, crafted, gave }) => got + crafted + gave))
    this.root.replaceChildren(...[...totals].map(([name, one]) => this.row(name, one, longest)))
  }

  row (name, total, longest) {
    const parts = ['work', 'wait', 'idle'].filter(state => total[state] >= 0.05)
    const bar = make('div.share-bar', { 'aria-hidden': 'true' }, ...parts.map(state => {
      const part = make(`span.${state}`)
      part.style.width = `${total[state] / longest * 100}%`
      return part
    }))
    const told = parts.map(state => `${WORDS[state]} ${total[state].toFixed(1)} s`)
    if (total.think >= 0.05) told.push(`thinks ${total.think.toFixed(1)} s of real time`)
    const row = make('li', {}, make('b', {}, name), bar, make('p.dim', {}, told.join(', ') || 'nothing was executed'),
      ...this.contribution(name), this.made(name))
    row.dataset.agent = this.log.agents.indexOf(name) % 8
    return row
  }

  /** A bar of all pieces that it got, crafted and gave, and the words for it. */
  contribution (name) {
    const { got, crafted, gave } = this.flow.shareOf(name)
    const part = make('span.pieces')
    part.style.width = `${(got + crafted + gave) / this.most * 100}%`
    part.style.background = `var(--agent-${this.log.agents.indexOf(name) % 8})`
    return [
      make('div.share-bar.thin', { 'aria-hidden': 'true' }, part),
      make('p.dim', {}, `obtained ${got} items, crafted ${crafted}, gave ${gave} to others`)
    ]
  }

  /** What it crafted, each with the way to its first event. */
  made (name) {
    const made = [...this.flow.made.get(name) ?? []]
    if (!made.length) return make('p.dim', {}, 'crafted nothing')
    return make('ul.items', { 'aria-label': `${name} crafted` }, ...made.map(([item, { count, events }]) =>
      make('li', {}, icon(item),
        jump(this.log.events[events[0]].seq, () => this.go(events[0]), {}, `${count} ${item}`))))
  }
}
