/** What a person can do in a run that is not over: stop it, and say something in it. */

import { byId, make } from './elements.js'
import { ask } from './service.js'

const CREW = '' // addressed is the crew as a whole, by somebody who is not of it

export class Steer {
  /** `say(words)` tells the person how it went. */
  constructor ({ run, say }) {
    Object.assign(this, { say, path: `/runs/${encodeURIComponent(run)}` })
    this.stopper = make('button', { type: 'button', id: 'stop', click: () => this.stop(), hidden: true }, 'Stop')
    byId('outcome').after(' ', this.stopper)
    this.as = make('select', { name: 'as' })
    this.text = make('input', { name: 'said', autocomplete: 'off', maxLength: 2000, required: true })
    this.sender = make('button', { type: 'submit' }, 'Say')
    this.question = make('p.question', { id: 'question', hidden: true })
    this.form = make('form', { id: 'say', 'aria-label': 'Say something', submit: event => { event.preventDefault(); this.speak() }, hidden: true },
      this.question, make('label', {}, 'as ', this.as), make('label.grow', {}, 'line ', this.text), this.sender)
    byId('talk').after(this.form)
  }

  /** What of it there is to do, with the run at `card`; null while nobody answers. */
  show (card) {
    const open = card.state !== 'ended'
    this.stopper.hidden = !open
    this.form.hidden = card.state !== 'running' || card.kind === 'try'
    const names = [CREW, ...card.human]
    if ([...this.as.options].map(one => one.value).join() === names.join()) return
    this.as.replaceChildren(...names.map(name => make('option', { value: name }, name || 'yourself, to the crew')))
  }

  /** While the service does not answer, nothing can be done. */
  rest (resting) { for (const one of [this.stopper, this.text, this.sender]) one.disabled = resting }

  async stop () {
    this.stopper.disabled = true
    try {
      await ask(`${this.path}/stop`, { method: 'POST' })
      this.say('The run is being stopped.')
    } catch (problem) {
      this.say(problem.message)
      this.stopper.disabled = false
    }
  }

  async speak () {
    const { as, text, sender } = this
    sender.disabled = true
    try {
      await ask(`${this.path}/say`, { method: 'POST', body: { text: text.value, ...(as.value && { agent: as.value }) } })
      this.say('Said.')
      text.value = ''
      text.focus()
    } catch (problem) {
      this.say(problem.message)
    }
    sender.disabled = false
  }
}
