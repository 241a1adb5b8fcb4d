/**
 * The run at a glance: its gist as a list in which each sentence leads to its event, and what the run is waiting for
 * now.
 */

import { jump, make } from './elements.js'

export class Glance {
  /** `go(at)` goes to an event, `pick(finding)` selects a finding. */
  constructor ({ root, reasons, log, gist, go, pick }) {
    Object.assign(this, { root, reasons, log, gist, go, pick, shown: '' })
  }

  /**
   * `known`: { findings, prices, card, waiting }; `waiting`: a sentence that says what a run in progress is waiting
   * for.
   */
  show (known) {
    const told = this.gist.tell(known)
    if (known.waiting) told.splice(1, 0, { about: 'Now', words: known.waiting, at: null })
    const key = JSON.stringify(told.map(({ about, words, chain }) => [about, words, chain]))
    if (key === this.shown) return
    this.shown = key
    const heads = new Map()
    const reasons = told.filter(one => one.chain)
    this.reasons.replaceChildren(...reasons.map(one => make('li', {}, 'Why? ', this.sentence(one))))
    for (const one of told.filter(one => !one.chain)) heads.set(one.about, [...heads.get(one.about) ?? [], one])
    this.root.replaceChildren(...[...heads].flatMap(([about, all]) =>
      [make('dt', {}, about), ...all.map(one => make('dd', {}, this.sentence(one)))]))
  }

  sentence ({ words, at, finding, chain = [] }) {
    if (at == null) return words
    const go = () => finding ? this.pick(finding) : this.go(at)
    const link = jump(this.log.events[at].seq, go, {}, words)
    if (!chain.length) return link
    const steps = chain.map(one => make(one.persona ? 'li.persona-why' : 'li', {}, this.sentence(one)))
    return make('span', {}, link, make('ol.chain', { 'aria-label': 'From the action back to its reason' }, ...steps))
  }
}
