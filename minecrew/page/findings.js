/** The findings as a list, and the evidence of the selected finding. */

import { jump, make, marked } from './elements.js'
import { Rows } from './rows.js'
import { TABLES } from './tables.js'
import { term } from './terms.js'
import { clock, judgement, label, plain, sentence } from './words.js'

const LOW = '; no action confirms this, so it is not counted'
const HEIGHT = 86
const ROW = 4 // so many like ones in a row, or more: the first, the last, and the others on demand

export class Findings {
  constructor ({ list, evidence, log, filter, pick, go, explain, acts }) {
    Object.assign(this, { evidence, log, filter, go, explain, acts, selected: null })
    this.rows = new Rows(list, {
      height: HEIGHT,
      pick: row => pick(this.filter.judged[row]),
      fill: (element, row) => this.fill(element, row)
    })
  }

  fill (element, row) {
    const finding = this.filter.judged[row]
    if (!finding || element.finding === finding) return
    element.finding = finding
    element.dataset.class = finding.class
    element.dataset.id = finding.id
    element.replaceChildren(
      make('b', {}, plain(finding)),
      make('span.told', {}, this.tell(finding)),
      make('span.dim', {}, `${label(finding)}, ${this.when(finding)}`)
    )
  }

  eventsOf (finding) { return finding.evidence.map(one => this.log.events[this.log.find(one.seq)]).filter(Boolean) }

  tell (finding) { return judgement(finding, [...new Set(this.eventsOf(finding))]) }

  /** The time of a finding in words: 'round 1, 0:06.4 to 0:06.9, 2 pieces of evidence'. */
  when (finding) {
    const times = this.eventsOf(finding).map(clock)
    const many = finding.evidence.length
    const round = finding.round != null && `round ${finding.round}`
    const time = times.length && `${times[0]} to ${times.at(-1)}`
    return [round, time, `${many} ${many === 1 ? 'piece' : 'pieces'} of evidence`].filter(Boolean).join(', ')
  }

  show (selected) {
    this.selected = selected
    this.rows.show(this.filter.judged.length, this.filter.judged.indexOf(selected))
    this.evidence.hidden = !selected
    if (selected) this.evidence.replaceChildren(...this.parts(selected))
  }

  parts (finding) {
    const by = [finding.detector, finding.version && `version ${finding.version}`].filter(Boolean).join(', ')
    const asked = finding.after_question &&
      'chosen when the agent had finished its own part and was asked what to do next'
    const sure = finding.confidence != null && `confidence ${finding.confidence}`
    return [
      make('p.sentence', {}, make('b', {}, plain(finding)), ` ${this.tell(finding)}`),
      make('button', { type: 'button', click: () => this.explain(finding) }, 'Why did it happen?'),
      make('p.dim', {}, [label(finding), this.when(finding), sure, asked].filter(Boolean).join('; '),
        ...by ? ['; found by the ', term('detector'), ` ${by}`] : []),
      finding.reader && make('p.dim', {}, `The talk was read by ${finding.reader}${finding.low ? LOW : ''}.`),
      ...this.actsOf(finding),
      finding.note && make('p', {}, finding.note),
      defined(finding),
      make('ol', { 'aria-label': 'evidence' }, ...this.exhibits(finding.evidence))
    ].filter(Boolean)
  }

  /** The model's classification of the cited lines, if a model read the talk. */
  actsOf (finding) {
    const cited = new Set(finding.evidence.map(one => one.seq))
    const ours = one => one.round === finding.round && `${one.reader}/${one.version}` === finding.reader
    const acts = this.acts.filter(ours).flatMap(one => one.acts).filter(act => cited.has(act.seq))
    if (!acts.length) return []
    const told = act => [act.who.join(', '), act.kind, act.deed === 'other' ? '' : act.deed, act.things.join(', ')]
    return [make('ul', { 'aria-label': 'acts' }, ...acts.map(act => make('li', {},
      `#${act.seq} ${told(act).filter(Boolean).join(' ')}: “${act.quote}”`)))]
  }

  /**
   * One entry per piece of evidence; of several equal ones in a
   * row, those between the first and the last are folded away.
   */
  exhibits (points) {
    const entries = []
    for (let from = 0, to; from < points.length; from = to) {
      const key = this.sense(points[from])
      for (to = from + 1; to < points.length && this.sense(points[to]) === key;) to++
      const row = points.slice(from, to).map(one => this.exhibit(one))
      if (row.length < ROW) entries.push(...row)
      else {
        const summary = make('summary', {}, `${row.length - 2} more like it`)
        const folded = make('details', {}, summary, make('ol', {}, ...row.slice(1, -1)))
        entries.push(row[0], make('li.more', {}, folded), row.at(-1))
      }
    }
    return entries
  }

  /** A key that is equal for two events with the same meaning: who did what to what. */
  sense ({ seq }) {
    const event = this.log.events[this.log.find(seq)]
    return event
      ? JSON.stringify([event.kind, event.agent, event.target ?? event.victim ?? event.block ?? event.item ?? seq])
      : seq
  }

  exhibit ({ seq, quote }) {
    const at = this.log.find(seq)
    const event = this.log.events[at]
    const link = jump(seq, () => this.go(at), {}, `#${seq}${event ? ` ${clock(event)}` : ''}`)
    if (!event) return make('li', {}, link, ' is not in this log: ', make('mark', {}, quote))
    const words = sentence(event)
    if (words.includes(quote)) return make('li', {}, link, ' ', ...marked(words, [quote]))
    // A fact is quoted as the log has it.
    return make('li', {}, link, ` ${words}`, make('code.quote', {}, make('mark', {}, quote)))
  }
}

/** The definition of a finding's class; null for a class of a plug-in. */
function defined ({ class: found, sub }) {
  const known = Object.hasOwn(TABLES.definitions, found) ? TABLES.definitions[found] : {}
  const words = known[sub ?? ''] ?? known['']
  return words ? make('p.dim', {}, `${label({ class: found, sub })}: ${words}.`) : null
}
