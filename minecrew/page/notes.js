/**
 * A person's judgements of moments, as a second annotator beside the rules: written here, downloaded as annotations.jsonl.
 *
 * One line: { id, run, seq, tick, round, class, sub, agents, targets, note, finding, at }. `at` is when it was written (UTC).
 */

import { byId, make } from './elements.js'
import { label } from './words.js'

export const SUBS = {
  volunteer: ['time', 'resource', 'assistance'],
  conformity: ['professed', 'confirmed'],
  destructive: ['agent_harm', 'structure_damage'],
  accident: [],
  contradiction: [],
  none: [] // looked like one and is none
}

export class Notes {
  constructor ({ form, list, run, log, written, go, told }) {
    Object.assign(this, { form, list, run, log, go, told, place: null })
    this.lines = merge(written, load(run))
    const { elements } = form
    elements.class.replaceChildren(...Object.keys(SUBS).map(name => make('option', {}, name)))
    elements.class.addEventListener('change', () => this.offerSubs())
    this.offerSubs()
    for (const role of ['agents', 'targets']) {
      byId(`note-${role}`).append(...log.agents.map(name => make('label', {}, make('input', { type: 'checkbox', name: role, value: name }), ` ${name}`)))
    }
    form.addEventListener('submit', event => { event.preventDefault(); this.add() })
    byId('download').addEventListener('click', () => this.download())
    this.draw()
  }

  offerSubs () {
    const { elements } = this.form
    const subs = SUBS[elements.class.value]
    elements.sub.replaceChildren(...subs.map(name => make('option', { value: name }, name.replace('_', ' '))))
    elements.sub.disabled = !subs.length
  }

  /** The moment that a new note is about, and the finding that is selected. */
  show (event, finding) {
    this.event = event
    this.finding = finding
    byId('note-moment').textContent = `event #${event.seq}${finding ? `, about the finding ${label(finding)}` : ''}`
  }

  add () {
    const data = new FormData(this.form)
    const { event } = this
    const line = {
      id: `${Date.now().toString(36)}-${event.seq}`,
      run: this.run,
      seq: event.seq,
      tick: event.tick ?? null,
      round: event.round ?? null,
      class: data.get('class'),
      sub: data.get('sub') || null,
      agents: data.getAll('agents'),
      targets: data.getAll('targets'),
      note: data.get('note').trim(),
      finding: this.finding?.id ?? null,
      at: new Date().toISOString()
    }
    this.lines.push(line)
    this.changed(`Annotated event ${event.seq} as ${label(line)}.`)
    this.form.elements.note.value = ''
  }

  remove (line) {
    this.lines = this.lines.filter(one => one !== line)
    this.changed(`Removed the annotation of event ${line.seq}.`)
    byId('download').focus()
  }

  changed (words) {
    keep(this.run, this.lines)
    this.draw()
    this.told(words)
  }

  draw () {
    byId('download').disabled = !this.lines.length
    byId('note-count').textContent = this.lines.length
    this.list.replaceChildren(...this.lines.map(line => make('li', {},
      make('a', { href: `#${line.seq}`, click: event => { event.preventDefault(); this.go(this.log.find(line.seq)) } }, `#${line.seq}`),
      ` ${label(line)} ${(line.agents ?? []).join(', ')}${line.targets?.length ? ` → ${line.targets.join(', ')}` : ''} `, make('span.dim', {}, line.note ?? ''), ' ',
      make('button.small', { type: 'button', 'aria-label': `Remove the annotation of event ${line.seq}`, click: () => this.remove(line) }, '×'))))
  }

  /** JSON lines; what some readers take for the end of a line is escaped. */
  get text () {
    return this.lines.map(line => `${JSON.stringify(line).replace(/[\u0085\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`).join('')
  }

  download () {
    const address = URL.createObjectURL(new Blob([this.text], { type: 'application/x-ndjson' }))
    make('a', { href: address, download: 'annotations.jsonl' }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10000)
  }
}

function merge (written, kept) {
  const ids = new Set(kept.map(line => line.id))
  return [...written.filter(line => !ids.has(line.id)), ...kept]
}

const drawer = run => `minecrew.annotations.${run}`

/** What was annotated here before; a browser may refuse to keep anything. */
function load (run) {
  try {
    return JSON.parse(localStorage.getItem(drawer(run)) ?? '[]')
  } catch {
    return []
  }
}

function keep (run, lines) {
  try {
    localStorage.setItem(drawer(run), JSON.stringify(lines))
  } catch { /* the download still has them */ }
}
