/** All fields of the current event in the log. */

import { make, marked } from './elements.js'
import { clock, fields, sentence } from './words.js'

export class Detail {
  constructor (root, log) {
    this.root = root
    this.log = log
  }

  show (event, finding) {
    const quotes = finding ? finding.evidence.filter(one => one.seq === event.seq).map(one => one.quote) : []
    const rows = fields(event)
    if (event.cause?.length) rows.push(['cause', event.cause])
    const words = sentence(event)
    const literal = quotes.some(quote => words.includes(quote)) // a fact is quoted as its line in the log, not in words
    this.root.replaceChildren(
      make('p.sentence', {}, ...marked(words, quotes.length && !literal ? [words] : quotes)),
      this.folded(
        ...pair('event', make('a', { href: `#${event.seq}` }, `#${event.seq}`), ` ${event.kind}`),
        ...pair('time', `game ${clock(event)}, run ${event.t.toFixed(1)} s`),
        ...(event.subtask ? pair('subtask', event.subtask) : []),
        ...pair('source', event.source),
        ...rows.flatMap(([name, value]) => name === 'cause'
          ? pair('cause', ...value.flatMap(seq => [make('a', { href: `#${seq}` }, `#${seq}`), ' ']))
          : pair(name, ...marked(value, quotes)))))
  }

  /** The fields, which stay unfolded if a person has unfolded them. */
  folded (...pairs) {
    const open = this.root.querySelector('details')?.open ?? false
    const summary = make('summary.dim', {}, 'all fields of this event in the log')
    return make('details', { open }, summary, make('dl', {}, ...pairs))
  }
}

const pair = (name, ...value) => [make('dt', {}, name), make('dd', {}, ...value)]
