/** Why the current event happened: a path back to the words or the prompt that led to it; and its effects. */

import { nounOf } from './causes.js'
import { jump, make } from './elements.js'
import { tell } from './kinds.js'
import { failedAt, programOf } from './program.js'
import { term } from './terms.js'
import { clock, personaOf } from './words.js'

const FEW = 6 // effects that are shown at once
const NOUNS = { blow: 'the blow', line: 'what was said', part: 'the part' }
const TERMS = { part: 'assignment', line: 'utterance' } // where the glossary's term differs from the noun

export class Why {
  /** `openCall(at)` shows the prompt of the call at that index; `openCall.has(event)` says whether the page has it. */
  constructor ({ root, log, causes, go, openCall }) {
    Object.assign(this, { root, log, causes, go, openCall, shown: null, many: FEW })
  }

  show (at) {
    const effects = this.causes.effects.get(at)?.length ?? 0 // it may grow
    const key = `${at} ${effects} ${this.log.started?.seq}`
    if (this.shown === key) return
    if (this.at !== at) this.many = FEW
    Object.assign(this, { shown: key, at })
    this.draw()
  }

  draw () {
    const path = this.causes.path(this.at)
    this.root.replaceChildren(...[
      make('h3.why-title', {}, path.length > 1 ? 'Why?' : 'Why? This is the first event of the chain.'),
      this.persona(path[0]),
      path.length > 1 && make('ol.why', { 'aria-label': 'Why it happened' },
        ...path.slice(1).map((step, depth) => this.step(step, path[depth]))),
      ...this.whole(this.at),
      ...this.effects()
    ].filter(Boolean))
  }

  step (one, before) {
    const { at, also, lines } = one
    const event = this.log.events[at]
    const others = also.map(other => make('li.also', {}, 'also: ', ...this.told(other)))
    const code = lines.length && this.lines(event, lines, this.log.events[before.at])
    const step = make('li', {}, ...this.told(at), code || null, this.persona(one),
      others.length ? make('ul', {}, ...others) : null)
    step.dataset.seq = event.seq
    if (event.agent) step.dataset.agent = this.log.agents.indexOf(event.agent) % 8
    return step
  }

  /** [noun, the event's sentence as a link, and a link to the prompt] */
  told (at) {
    const event = this.log.events[at]
    const noun = nounOf(event)
    const words = `${event.agent ? `${event.agent} ` : ''}${tell(event)}`
    return [
      noun && make('span.noun', {}, term(TERMS[noun] ?? noun, NOUNS[noun] ?? noun)),
      noun && ' ',
      jump(event.seq, () => this.go(at), { title: `Go to event ${event.seq}` }, words),
      make('span.dim', {}, ` ${clock(event)} #${event.seq}`),
      this.promptOf(at)
    ].filter(Boolean)
  }

  promptOf (at) {
    const event = this.log.events[at]
    if (event.kind !== 'model.called' || !this.openCall.has(event)) return null
    const open = () => this.openCall(at)
    return make('button.small', { type: 'button', 'aria-label': `Read the prompt of event ${event.seq}`, click: open },
      'read the prompt')
  }

  lines (program, lines, deed) {
    const code = program.code.split('\n')
    const many = lines.length > 1 ? 'lines' : 'line'
    const marks = new Map(lines.map(line => [line, deed.kind === 'skill.ended' ? 'failed here' : 'this line does it']))
    const shown = lines.slice(0, 3).map(line => `${line}: ${code[line - 1]?.trim() ?? ''}`).join('; ')
    return make('details.code', {}, make('summary', {}, `${many} ${shown}`), programOf(program.code, marks))
  }

  /** The persona that made the agent decide as it did at this step; null if it has none. */
  persona ({ at, persona }) {
    if (!persona) return null
    return make('p.persona-why', {}, make('span.noun', {}, term('persona')), ' ',
      personaOf(this.log.events[at].agent, persona))
  }

  /** The program that the event runs or ran, and the prompt. */
  whole (at) {
    const event = this.log.events[at]
    const parts = []
    if (event.kind === 'model.called') parts.push(this.promptOf(at))
    const start = event.kind === 'skill.ended' ? this.log.events[this.causes.reasons[at]?.[0]] : event
    if (start?.code == null) return parts
    const end = event.kind === 'skill.ended' ? event : this.endOf(at)
    const line = end && !end.ok ? failedAt(end, start.name) : null
    const marks = new Map(line ? [[line, `${end.code ?? 'failed'}: ${end.message}`]] : [])
    const words = `the program ${start.name}, ${start.code.split('\n').length} lines`
    const failed = line ? `; it failed at line ${line}` : ''
    return [...parts, make('details.code', { open: Boolean(line) }, make('summary', {}, words + failed),
      programOf(start.code, marks))]
  }

  endOf (at) {
    return (this.causes.effects.get(at) ?? []).map(one => this.log.events[one]).find(one => one.kind === 'skill.ended')
  }

  effects () {
    const effects = this.causes.effectsOf(this.at)
    if (!effects.length) return [make('h3.why-title', {}, 'Effects: none in the log')]
    const more = () => { this.many = Infinity; this.draw() }
    const rest = effects.length - this.many
    return [
      make('h3.why-title', {}, 'Effects'),
      make('ol.why.forth', { 'aria-label': 'Effects' },
        ...effects.slice(0, this.many).map(at => this.effect(at)),
        rest > 0 && make('li', {}, make('button.small', { type: 'button', click: more }, `${rest} more`)))
    ]
  }

  effect (at) {
    const event = this.log.events[at]
    const line = make('li', {}, ...this.told(at))
    line.dataset.seq = event.seq
    if (event.agent) line.dataset.agent = this.log.agents.indexOf(event.agent) % 8
    return line
  }
}
