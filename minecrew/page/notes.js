/**
 * A person's annotations of moments, findings and rounds. Annotations are written here, downloaded
 * as annotations.jsonl or .csv, and imported into the run by `minecrew annotations import`.
 *
 * Annotations that the run already contains are shown, but can be removed only in the run itself. New annotations stay
 * in the browser; if a service serves the page, they go directly into the run.
 */

import { byId, jump, make } from './elements.js'
import { asLines, asTable } from './notes_file.js'
import { TABLES } from './tables.js'
import { label, plain } from './words.js'

const NONE = 'none' // nothing (else) is there, or the finding is none
const NAME = 'minecrew.annotator'

export class Notes {
  constructor ({ form, list, run, log, written, go, told, post }) {
    Object.assign(this, { form, list, run, log, go, told, post, agents: 0 })
    this.lines = post ? [] : load(drawer(run)) ?? [] // written here, and not in the run
    const { elements } = form
    elements.annotator.value = load(NAME) ?? ''
    elements.annotator.addEventListener('input', () => {
      keep(NAME, elements.annotator.value)
      elements.annotator.setCustomValidity('')
    })
    elements.class.replaceChildren(...[...Object.keys(TABLES.classes), NONE].map(name =>
      make('option', { value: name }, name === NONE ? name : `${plain({ class: name })}: ${name}`)))
    elements.class.addEventListener('change', () => this.offerSubs())
    this.offerSubs()
    this.offerAgents()
    byId('note-agents').addEventListener('change', () => this.require(''))
    form.addEventListener('submit', event => { event.preventDefault(); this.add() })
    byId('note-round').addEventListener('click', () => this.closeRound())
    byId('download').addEventListener('click', () =>
      this.download('annotations.jsonl', 'application/x-ndjson', asLines(this.lines))
    )
    byId('download-csv').addEventListener('click', () =>
      this.download('annotations.csv', 'text/csv', asTable(this.lines))
    )
    byId('downloads').hidden = Boolean(post)
    this.take(written)
  }

  /** Sets the annotations that the run contains. */
  take (written) {
    const ids = new Set(written.map(line => line.id))
    this.kept = [...written, ...(this.kept ?? []).filter(line => !ids.has(line.id))] // one may have come meanwhile
    this.lines = this.lines.filter(line => !ids.has(line.id))
    this.draw()
  }

  offerAgents () {
    for (const role of ['agents', 'targets']) {
      byId(`note-${role}`).append(
        ...this.log.agents
          .slice(this.agents)
          .map(name => make('label', {}, make('input', { type: 'checkbox', name: role, value: name }), ` ${name}`))
      )
    }
    this.agents = this.log.agents.length
  }

  offerSubs () {
    const { elements } = this.form
    const subs = Object.entries(TABLES.classes[elements.class.value] ?? {})
    elements.sub.replaceChildren(...subs.map(([name, { label }]) => make('option', { value: name }, label)))
    elements.sub.disabled = !subs.length
    this.require('')
  }

  /** Sets the moment that a new note is about, and the selected finding. */
  show (event, finding) {
    this.event = event
    this.round = this.log.roundAt(this.log.find(event.seq))
    byId('note-moment').textContent =
      `event #${event.seq}${this.round == null ? ', before the first round' : `, round ${this.round}`}`
    byId('note-round').disabled = this.round == null
    byId('note-round').textContent =
      this.round == null ? 'No round yet' : `Mark round ${this.round} as complete`
    const same = finding?.id === this.finding?.id // it may have been found anew
    this.finding = finding
    if (same) return
    byId('note-finding').hidden = !finding
    byId('note-finding-name').textContent = finding ? `${label(finding)} by ${finding.agents.join(', ')}` : ''
    this.form.elements.about.checked = Boolean(finding)
  }

  async add () {
    const data = new FormData(this.form)
    const agents = data.getAll('agents')
    if (data.get('class') !== 'none' && !agents.length) return this.require('Choose the agents that did it.')
    const written = await this.write({
      class: data.get('class'),
      sub: data.get('sub') || null,
      agents,
      targets: data.getAll('targets'),
      note: data.get('note').trim(),
      finding: this.finding && data.get('about') ? this.finding.id : null
    })
    if (written) this.form.elements.note.value = ''
  }

  /** Without the mark "complete", a round in which nothing was annotated counts as not judged. */
  closeRound () {
    this.write({ class: 'none', sub: null, agents: [], targets: [], note: '', finding: null })
  }

  /** Resolves to whether the annotation was written. */
  async write (said) {
    const { elements } = this.form
    const annotator = elements.annotator.value.trim()
    const wrong = annotator
      ? /^(rules$|judge:)/.test(annotator) && 'That name is reserved; choose another name.'
      : 'Enter your name as the annotator.'
    elements.annotator.setCustomValidity(wrong || '')
    if (!elements.annotator.reportValidity()) return false
    if (this.round == null) {
      this.told('This moment is before the first round; go to a moment in a round.')
      return false
    }
    const { event } = this
    const line = {
      id: freshId(),
      annotator,
      run: this.run,
      seq: event.seq,
      tick: event.tick ?? null,
      round: this.round,
      ...said,
      at: new Date().toISOString()
    }
    try {
      if (this.post) this.kept = [...this.kept, await this.post(line)]
      else this.lines.push(line)
    } catch (problem) {
      this.told(`Not annotated: ${problem.message}`)
      return false
    }
    this.changed(`Annotated ${sense(line)}.`)
    return true
  }

  /** Shows the error `words` at the first agent's checkbox; an empty text removes the error. */
  require (words) {
    const first = byId('note-agents').querySelector('input')
    first?.setCustomValidity(words)
    if (words) first?.reportValidity()
  }

  remove (line) {
    this.lines = this.lines.filter(one => one !== line)
    this.changed(`Removed the annotation of ${sense(line)}.`)
    this.form.elements.class.focus()
  }

  changed (words) {
    if (!this.post) keep(drawer(this.run), this.lines)
    this.draw()
    this.told(words)
  }

  draw () {
    byId('download').disabled = byId('download-csv').disabled = !this.lines.length
    byId('note-count').textContent = this.kept.length + this.lines.length
    this.list.replaceChildren(
      ...this.kept.map(line => this.entry(line, make('span.dim', {}, 'saved in the run'))),
      ...this.lines.map(line => this.entry(line, this.remover(line)))
    )
  }

  remover (line) {
    const words = `Remove the annotation of ${sense(line)}`
    return make('button.small', { type: 'button', 'aria-label': words, click: () => this.remove(line) }, '×')
  }

  entry (line, end) {
    const at = line.seq == null ? -1 : this.log.find(line.seq)
    const link = at < 0 ? `round ${line.round}` : jump(line.seq, () => this.go(at), {}, `#${line.seq}`)
    const whom = line.targets?.length ? ` → ${line.targets.join(', ')}` : ''
    const more = [line.annotator, line.finding && `on ${line.finding}`, line.note].filter(Boolean).join(' · ')
    return make('li', {}, link, ` ${judged(line)}${whom} `, make('span.dim', {}, more), ' ', end)
  }

  download (name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }))
    make('a', { href: address, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10000)
  }
}

/** A judgement in words: 'volunteer.time Bob', 'round 2: nothing else', 'none'. */
function judged (line) {
  const who = (line.agents ?? []).join(', ')
  if (line.class !== 'none') return `${label(line)} ${who}`
  return line.finding ? 'none' : `round ${line.round}: nothing else${who ? ` by ${who}` : ''}`
}

const sense = line => `event ${line.seq ?? '-'} as ${judged(line)}`

function freshId () {
  const words = crypto.getRandomValues(new Uint32Array(2))
  return `${Date.now().toString(36)}-${[...words].map(word => word.toString(36)).join('')}`
}

const drawer = run => `minecrew.annotations.${run}`

/** The annotations that were stored here before; a browser may refuse to store anything. */
function load (name) {
  try {
    return JSON.parse(localStorage.getItem(name))
  } catch {
    return null
  }
}

function keep (name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch { /* the download still has them */ }
}
