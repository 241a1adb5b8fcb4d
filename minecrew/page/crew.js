/** One card per agent: its task, its current and earlier actions in this round, and its items. */

import { amount } from './amounts.js'
import { jump, make } from './elements.js'
import { icon } from './icon.js'
import { ENDS } from './subtasks.js'
import { number } from './template.js'
import { term } from './terms.js'

const FULL = 20 // health points
const WORDS = { harm: 'done by harm' }
const DEATHS = 2 // told one by one

export class Crew {
  /** `go(at)` goes to an event. */
  constructor ({ root, log, subtasks, go }) {
    Object.assign(this, { root, log, subtasks, go })
    this.shown = new Map() // agent -> what its card shows, as JSON
    this.cards = new Map()
  }

  cardOf (name) {
    if (!this.cards.has(name)) {
      const card = this.root.appendChild(make('article.card', { 'aria-label': name }))
      card.dataset.agent = this.log.agents.indexOf(name) % 8
      card.dataset.name = name
      this.cards.set(name, card)
    }
    return this.cards.get(name)
  }

  show (state) {
    for (const name of this.log.agents) {
      const card = this.cardOf(name)
      const one = state.agents[name]
      const now = JSON.stringify(one && { ...one, position: null, ends: one.done.map(({ seq }) => this.endOf(seq)) })
      if (this.shown.get(name) === now) continue
      this.shown.set(name, now)
      card.replaceChildren(...this.parts(name, one))
    }
  }

  parts (name, one) {
    if (!one) return [make('h3', {}, name), make('p.dim', {}, 'not there yet')]
    const persona = this.log.started?.personas?.[name]
    const health = one.health === null ? null : make('span.health', {}, `health ${number(one.health, 1)} of ${FULL}`)
    return [
      make('h3', {}, name,
        persona && make('span.persona', {}, term('persona'), `: ${persona}`),
        health,
        one.alive ? null : make('span.dead', {}, 'dead')),
      one.deaths.length > DEATHS && make('p.died', {}, `✖ died ${one.deaths.length - DEATHS} times before`),
      ...one.deaths.slice(-DEATHS).map(death => this.death(death)),
      one.assigned && make('p.assigned', {}, one.assigned),
      one.finished > one.done.length && make('p.dim', {}, `${one.finished - one.done.length} earlier sub-tasks`),
      make('ol.subtasks', { 'aria-label': `${name}'s sub-tasks` },
        ...one.done.map(({ state, text, seq }) => {
          const end = this.endOf(seq)
          return make(`li.${state}`, {}, mark(WORDS[end] ?? end, ENDS[end], end), ` ${text}`)
        }),
        one.subtask &&
          make('li.now', {}, mark('now', '▸'), ` ${one.subtask}`, one.doing && make('code', {}, one.doing))),
      held(name, one.items)
    ].filter(Boolean)
  }

  /** How a sub-task ended; `seq` is the event of its end. */
  endOf (seq) { return this.subtasks.endOf(this.subtasks.ended.get(seq)) }

  death ({ seq, clock, by, back }) {
    const words = `died at ${clock}${by ? `, killed by ${by}` : ''}`
    const link = jump(seq, () => this.go(this.log.find(seq)), {}, words)
    return make('p.died', {}, '✖ ', link, back && `; came back at ${back}`)
  }
}

const mark = (words, sign, end = 'open') => make(`span.end-${end}`, { 'aria-label': words, role: 'img' }, sign)

function held (name, items) {
  const pairs = Object.entries(items).sort(([a], [b]) => a < b ? -1 : 1)
  if (!pairs.length) return make('p.dim.empty', {}, 'holds nothing')
  return make('ul.items', { 'aria-label': `${name} holds` }, ...pairs.map(([item, count]) => {
    const chip = make('li', {}, icon(item), amount(item, count))
    chip.dataset.item = item
    chip.dataset.count = count
    return chip
  }))
}
