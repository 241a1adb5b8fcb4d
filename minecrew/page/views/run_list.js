/**
 * The existing runs, newest first, as far as a person has scrolled; runs in progress are requested repeatedly.
 *
 * A card that did not change stays the same object, so that only the rows that changed are drawn again.
 */

import { ask } from '../service.js'
import { underWay } from './parts.js'

const PAGE = 100
const SOON = 2000 // ms, while something runs
const LATER = 15000 // ms, while nothing does: somebody may start one elsewhere
const SINGLE = 8 // cards under way, beyond the first page, asked for one by one

export class RunList {
  /** `changed()` is called if the list has changed, and `turned(card)` if a run has begun or ended. */
  constructor (changed, turned) {
    Object.assign(this, {
      changed, turned, filters: {}, cards: [], total: null, next: null, problem: null, waiting: null, asked: 0
    })
    this.looked = () => { if (!document.hidden) this.refresh() }
    document.addEventListener('visibilitychange', this.looked)
  }

  close () {
    document.removeEventListener('visibilitychange', this.looked)
    clearTimeout(this.waiting)
    this.asked++ // nothing that is still under way counts
  }

  /** Shows the runs that match; removes the others. */
  filter (filters) {
    Object.assign(this, { filters, cards: [], total: null, next: null })
    return this.refresh()
  }

  path (cursor) {
    const query = new URLSearchParams({ limit: PAGE })
    for (const [name, value] of Object.entries(this.filters)) if (value) query.set(name, value)
    if (cursor) query.set('cursor', cursor)
    return `/runs?${query}`
  }

  /** Requests the newest runs, and older ones that are in progress. */
  async refresh () {
    clearTimeout(this.waiting)
    const turn = ++this.asked
    try {
      const { items, next, total } = await ask(this.path())
      const moved = await this.moved(items)
      if (turn !== this.asked) return
      const listed = new Set(items.map(card => card.id))
      const place = items.length ? this.cards.findIndex(card => card.id === items.at(-1).id) : -1
      const below = place < 0 ? [] : this.cards.slice(place + 1).filter(card => !listed.has(card.id))
      if (!below.length) this.next = next
      const known = new Map(this.cards.map(card => [card.id, card]))
      this.cards = [...items, ...below.map(card => moved.get(card.id) ?? card)].map(card =>
        this.same(known.get(card.id), card)
      )
      Object.assign(this, { total, problem: null })
    } catch (problem) {
      if (turn !== this.asked) return
      this.problem = problem
    }
    this.waiting = setTimeout(() => this.looked(), this.cards.some(underWay) ? SOON : LATER)
    this.changed()
  }

  /** Requests the state of the runs that are in progress and not on the first page. */
  async moved (items) {
    const listed = new Set(items.map(card => card.id))
    const moving = this.cards.filter(card => underWay(card) && !listed.has(card.id)).slice(0, SINGLE)
    return new Map(
      await Promise.all(
        moving.map(async ({ id }) => [id, await ask(`/runs/${encodeURIComponent(id)}`).catch(() => null)])
      )
    )
  }

  same (old, card) {
    if (!old || old === card) return card
    if (old.state !== card.state) this.turned(card)
    return JSON.stringify(old) === JSON.stringify(card) ? old : card
  }

  /** Shows the next runs in the list. */
  async more () {
    const cursor = this.next
    if (!cursor || this.fetching === cursor) return
    this.fetching = cursor
    try {
      const { items, next } = await ask(this.path(cursor))
      if (this.next === cursor) { // else the list is another by now
        const known = new Set(this.cards.map(card => card.id))
        this.cards = [...this.cards, ...items.filter(card => !known.has(card.id))]
        this.next = next
      }
    } catch (problem) {
      this.problem = problem
    }
    if (this.fetching === cursor) this.fetching = null
    this.changed()
  }

  /** Adds a card from an answer of the service. */
  take (card) {
    const place = this.cards.findIndex(one => one.id === card.id)
    if (place < 0) this.total++
    this.cards = place < 0 ? [card, ...this.cards] : this.cards.with(place, card)
    this.changed()
    this.refresh()
  }
}
