/** The findings as a list, and the evidence of the one that is selected. */

import { make, marked } from './elements.js'
import { Rows } from './rows.js'
import { clock, judgement, label, sentence } from './words.js'

const HEIGHT = 46

export class Findings {
  constructor ({ list, evidence, log, filter, pick, go }) {
    Object.assign(this, { evidence, log, filter, go, selected: null })
    this.rows = new Rows(list, { height: HEIGHT, pick: row => pick(this.filter.judged[row]), fill: (element, row) => this.fill(element, row) })
  }

  fill (element, row) {
    const finding = this.filter.judged[row]
    if (!finding || element.finding === finding) return
    element.finding = finding
    element.dataset.class = finding.class
    element.dataset.id = finding.id
    element.replaceChildren(make('b', {}, label(finding)), make('span', {}, judgement(finding)), make('span.dim', {}, finding.round == null ? '' : `round ${finding.round}`))
  }

  show (selected) {
    this.selected = selected
    this.rows.show(this.filter.judged.length, this.filter.judged.indexOf(selected))
    this.evidence.hidden = !selected
    if (selected) this.evidence.replaceChildren(...this.parts(selected))
  }

  parts (finding) {
    const by = [finding.detector, finding.version && `version ${finding.version}`].filter(Boolean).join(', ')
    return [
      make('p.sentence', {}, make('b', {}, label(finding)), ` ${judgement(finding)}`),
      make('p.dim', {}, [finding.round != null && `round ${finding.round}`, by && `by ${by}`, finding.confidence != null && `confidence ${finding.confidence}`].filter(Boolean).join('; ')),
      finding.note && make('p', {}, finding.note),
      make('ol', { 'aria-label': 'evidence' }, ...finding.evidence.map(one => this.exhibit(one)))
    ].filter(Boolean)
  }

  exhibit ({ seq, quote }) {
    const at = this.log.find(seq)
    const event = this.log.events[at]
    const link = make('a', { href: `#${seq}`, click: click => { click.preventDefault(); this.go(at) } }, `#${seq}${event ? ` ${clock(event)}` : ''}`)
    if (!event) return make('li', {}, link, ' is not in this log: ', make('mark', {}, quote))
    const words = sentence(event)
    if (words.includes(quote)) return make('li', {}, link, ' ', ...marked(words, [quote]))
    return make('li', {}, link, ` ${words}`, make('code.quote', {}, make('mark', {}, quote))) // a fact, as the log has it
  }
}
