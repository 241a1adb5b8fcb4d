/**
 * The controls for a run in progress: a person can stop it, and say something, especially when the crew asks for it.
 */

import { byId, make } from './elements.js'
import { ask } from './service.js'

const SELF = '' // said as nobody of the crew
const ANSWERS = ['critic.chose', 'discussion.ended', 'evaluated', 'run.ended'] // what ends a question
const ADVICE = { question: 'What should the crew improve?', pass: 'Add no feedback' }
const CHOICE = { question: 'Which option, and why?', pass: 'Take the first' }

export class Steer {
  /** `say(words)` tells the person the result. */
  constructor ({ run, say }) {
    Object.assign(this, { say, path: `/runs/${encodeURIComponent(run)}`, card: null, asked: null })
    this.stopper = make('button', { type: 'button', id: 'stop', click: () => this.stop() }, 'Stop')
    byId('outcome').after(' ', this.stopper)
    this.question = make('p.question', { id: 'question' })
    this.as = make('select', { name: 'as' })
    this.text = make('input', { name: 'text', autocomplete: 'off', maxLength: 1000, required: true })
    this.sender = make('button.primary', { type: 'submit' }, 'Say')
    this.passer = make('button', { type: 'button', id: 'pass', click: () => this.send('') })
    const submit = event => {
      event.preventDefault()
      this.send(this.text.value)
    }
    this.form = make('form', { id: 'say', 'aria-label': 'Say something', submit },
      this.question,
      make('label', {}, 'as ', this.as),
      make('label.grow', {}, 'line ', this.text),
      this.sender,
      this.passer)
    byId('talk').after(this.form)
    this.show(null)
  }

  /** Adds one more event, which may show that a person is being asked and the crew waits. */
  push (event) {
    const { kind, agent = null } = event
    const before = this.asked
    if (kind === 'asked') this.asked = event
    else if (before && (ANSWERS.includes(kind) || (kind === 'said' && agent && agent === before.agent))) {
      this.asked = null
    }
    if (this.asked === before) return
    this.offer()
    if (this.asked && this.card?.state === 'running') this.say(this.question.textContent)
  }

  /** Updates the controls for the run with this card, which is null before it is known. */
  show (card) {
    this.card = card
    this.stopper.hidden = !card || card.state === 'ended'
    this.form.hidden = card?.state !== 'running' || card.kind === 'try'
    const names = [SELF, ...card?.human ?? []]
    if (names.length !== this.as.length) {
      this.as.replaceChildren(...names.map(name => make('option', { value: name }, name || 'yourself')))
    }
    this.offer()
  }

  /** Shows the question, if there is one, and the agent for which the person answers. */
  offer () {
    const { asked } = this
    this.question.hidden = this.passer.hidden = !asked
    if (!asked) return
    const { agent = SELF, text, wanted } = asked
    const { question, pass } = wanted === 'choice' ? CHOICE : ADVICE
    this.question.textContent = agent ? `${agent}, ${text}` : `${text} ${question}`
    this.passer.textContent = agent ? 'Let the mind speak' : pass
    this.as.value = agent
  }

  /** Disables the controls while the service does not answer. */
  rest (resting) { for (const one of [this.stopper, this.text, this.sender, this.passer]) one.disabled = resting }

  async stop () {
    this.rest(true)
    try {
      await ask(`${this.path}/stop`, { method: 'POST' })
      this.say('Stopping the run.')
    } catch (problem) {
      this.say(problem.message)
      this.rest(false)
    }
  }

  async send (text) {
    const agent = this.as.value
    this.rest(true)
    try {
      await ask(`${this.path}/say`, { method: 'POST', body: agent ? { text, agent } : { text } })
      this.text.value = ''
      this.say('Sent.')
    } catch (problem) {
      this.say(problem.message)
    }
    this.rest(false)
    this.text.focus()
  }
}
