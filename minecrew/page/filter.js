/** Decides which events are shown, by agent, kind, class of finding and text. An empty filter shows all. */

import { FAMILIES, family } from './kinds.js'
import { lastAtMost } from './log.js'
import { sentence } from './words.js'

export class Filter {
  constructor (log, findings) {
    this.log = log
    this.findings = findings
    this.agents = new Set()
    this.kind = '' // a family's name, a kind, or '' for all
    this.class = ''
    this.text = ''
    this.texts = [] // index -> lower-case sentence, made when first searched
    this.apply()
  }

  /**
   * Recomputes which events and findings are shown: `shown` contains indexes of events, and `judged` contains
   * findings.
   */
  apply () {
    this.judged = this.findings.filter(finding =>
      (!this.class || finding.class === this.class) &&
      (!this.agents.size || [...finding.agents, ...(finding.targets ?? [])].some(name => this.agents.has(name))))
    this.words = this.text.trim().toLowerCase()
    this.cited = this.class ? new Set(this.judged.flatMap(finding => finding.evidence.map(one => one.seq))) : null
    this.family = FAMILIES.indexOf(this.kind)
    this.shown = []
    this.log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) {
    if (this.kind && (this.family < 0 ? event.kind !== this.kind : family(event) !== this.family)) return
    if (this.agents.size && !this.agents.has(event.agent)) return
    if (this.cited && !this.cited.has(event.seq)) return
    if (this.words && !this.textOf(at).includes(this.words)) return
    this.shown.push(at)
  }

  textOf (at) {
    const event = this.log.events[at]
    return (this.texts[at] ??= `${event.kind} ${sentence(event)}`.toLowerCase())
  }

  /** The row of the event at index `at`, or of the last one shown before it; -1 if there is none. */
  rowOf (at) { return lastAtMost(this.shown, at) }

  /** The index of the next shown event in that direction (1 or -1), or null. */
  beside (at, direction) {
    const row = this.rowOf(at)
    if (direction > 0) return this.shown[row + 1] ?? null
    return this.shown[this.shown[row] === at ? row - 1 : row] ?? null
  }
}
