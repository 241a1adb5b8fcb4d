/** The calls of models: a list, and the full prompt and answer of the chosen call. */

import { byId, jump, make, marked } from './elements.js'
import { Rows } from './rows.js'
import { term } from './terms.js'
import { clock } from './words.js'

const HEIGHT = 44
const NOT_HERE = 'The texts of this call are not on this page; `minecrew replay` prints them with --prompts.'
const PAUSE = 200 // ms without a key before the words are searched

export class Calls {
  /** `words`: an object of call_words.js that provides the texts of a call. `say(text)` reports a problem. */
  constructor ({ log, words, go, say }) {
    Object.assign(this, { log, words, go, say, every: [], found: null, chosen: null, turn: 0, sought: '' })
    this.rows = new Rows(byId('calls'), {
      height: HEIGHT,
      pick: row => this.choose(this.listed[row]),
      fill: (element, row) => this.fill(element, row)
    })
    let waiting = null
    byId('call-text').addEventListener('input', event => {
      clearTimeout(waiting)
      waiting = setTimeout(() => this.search(event.target.value.trim()), PAUSE)
    })
    byId('call-form').addEventListener('submit', event => event.preventDefault())
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) { if (event.kind === 'model.called') this.every.push(at) }

  get listed () { return this.found ? this.every.filter(at => this.found.has(this.log.events[at].seq)) : this.every }

  show () {
    const { listed, every } = this
    const { leftOut } = this.words
    const count = this.found ? `${listed.length} of ${every.length} calls` : `${every.length} calls`
    const less = leftOut ? `; the texts of ${leftOut} are left out, because they are too long for one page` : ''
    byId('call-count').textContent = count + less
    byId('calls').hidden = !listed.length
    const none = every.length
      ? 'No call contains this text.'
      : 'No model was asked in this run, because all minds are offline.'
    byId('no-calls').textContent = listed.length
      ? this.words.some ? '' : 'This page does not include the texts of prompts and answers.'
      : none
    this.rows.show(listed.length, listed.indexOf(this.chosen))
    if (this.chosen === null && listed.length) this.choose(listed[0])
  }

  async search (text) {
    const turn = ++this.turn
    let found = null
    try {
      found = text ? new Set(await this.words.matching(text)) : null
    } catch (problem) { return this.say(problem.message) }
    if (turn !== this.turn) return
    Object.assign(this, { found, sought: text })
    this.show()
    if (this.chosen != null) this.draw(this.chosen, this.call)
  }

  fill (element, row) {
    const event = this.log.events[this.listed[row]]
    if (!event || Number(element.dataset.seq) === event.seq) return
    element.dataset.seq = event.seq
    element.dataset.agent = event.agent ? this.log.agents.indexOf(event.agent) % 8 : ''
    element.replaceChildren(
      make('span', {}, make('b', {}, event.agent ?? 'The crew'), ` ${event.purpose}`,
        event.outcome !== 'answered' && make('span.failed', {}, ` ${event.outcome.replace('_', ' ')}`)),
      make('span.dim', {}, facts(event, clock(event)))
    )
  }

  /** Shows the call at that index of the log. */
  async choose (at) {
    if (at == null) return
    this.chosen = at
    this.show()
    const { seq } = this.log.events[at]
    try {
      const call = await this.words.get(seq)
      if (this.chosen === at) this.draw(at, call)
    } catch (problem) { this.say(problem.message) }
  }

  draw (at, call) {
    const event = this.log.events[at]
    this.call = call
    byId('call').replaceChildren(...[
      make('h3', {}, make('span', {},
        `${event.agent ?? 'The crew'} asks ${event.model} (`, term('stage', event.purpose), ')')),
      make('p', {}, jump(event.seq, () => this.go(at), {}, `Event #${event.seq}, ${clock(event)}`),
        make('span.dim', {}, `: ${facts(event)}${cost(call)}`)),
      make('p.dim', {}, settings(call)),
      event.message && make('p.failed', {}, event.message),
      ...(call?.messages ? this.parts(call) : [make('p', {}, NOT_HERE)])
    ].filter(Boolean))
    byId('call').scrollTop = 0
  }

  parts (call) {
    return [
      call.thoughts && part('Thoughts', [this.textOf(call.thoughts)]),
      part('Answer', [call.answer ? this.textOf(call.answer) : make('p.dim', {}, 'nothing')], 'answer'),
      ...call.messages.map(({ role, pieces }) =>
        part(`Prompt (${role})`, pieces.map(piece => this.piece(piece, call.before)))),
      !call.messages.length && make('p.dim', {}, 'The prompt was not stored.')
    ]
  }

  /** Folds text that the agent's last call also contained, unless it contains the words that a person searches for. */
  piece ({ text, same }, before) {
    if (!same) return this.textOf(text)
    const count = text.split('\n').length
    const open = Boolean(this.sought) && text.toLowerCase().includes(this.sought.toLowerCase())
    const summary = make('summary', {}, `${count} lines are the same as in call #${before}`)
    return make('details.same', { open }, summary, this.textOf(text))
  }

  textOf (text) { return make('pre', {}, ...marked(text, this.sought ? exact(text, this.sought) : [])) }
}

const part = (title, children, name = '') => {
  const box = make('section.said', {}, make('h4', {}, title), ...children)
  if (name) box.classList.add(name)
  return box
}

/** The spellings of `words` that occur in `text`. */
function exact (text, words) {
  const low = text.toLowerCase()
  const found = new Set()
  for (let at = low.indexOf(words.toLowerCase()); at >= 0; at = low.indexOf(words.toLowerCase(), at + 1)) {
    found.add(text.slice(at, at + words.length))
  }
  return [...found]
}

/** A call in words: 'answered after 10 s, 3554 tokens in, 156 out'. */
function facts (event, when = null) {
  const { outcome, seconds, attempt = 1, tokens_in: given, tokens_out: taken } = event
  return [
    when,
    `${outcome.replace('_', ' ')} after ${seconds.toFixed(1)} s`,
    attempt > 1 && `attempt ${attempt}`,
    given != null && `${given.toLocaleString('en')} tokens in`,
    taken != null && `${taken.toLocaleString('en')} out`
  ].filter(Boolean).join(', ')
}

const cost = call => call?.usd == null ? '' : `, $${call.usd.toFixed(4)}`

function settings (call) {
  const given = Object.entries(call?.settings ?? {})
  const told = given.map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return `Settings: ${told.join(', ') || 'left to the endpoint'}`
}
