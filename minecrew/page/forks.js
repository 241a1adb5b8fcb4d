/** The forks of a run as a tree, and the command that forks the run at the current event. */

import { make } from './elements.js'
import { TABLES } from './tables.js'

const PLACES = /[A-Z]+/g // in a change's usage: the agent, and any other word is the value
const TIMES = 5

export class Forks {
  /** `link(run)`: the address of another run's page; null if there is none. `say(words)` announces. */
  constructor ({ root, log, run, link, say }) {
    Object.assign(this, { root, log, run, link, say, at: null })
    this.tree = make('div', { id: 'fork-tree' })
    const redraw = () => this.tell()
    this.change = make('select', { name: 'change', change: redraw },
      ...Object.keys(TABLES.changes).map(name => make('option', { value: name }, name)))
    this.change.value = 'silence'
    this.agent = make('select', { name: 'agent', change: redraw })
    this.value = make('input', { name: 'value', autocomplete: 'off', input: redraw })
    this.command = make('code', { id: 'fork-command' })
    this.whose = make('label', {}, 'agent ', this.agent)
    this.kind = document.createTextNode('')
    this.what = make('label', {}, this.kind, this.value)
    this.copier = make('button', { type: 'button', click: () => this.copy() }, 'Copy')
    this.box = make('details', { id: 'fork' },
      make('summary', {}, 'Fork here'),
      make('p.dim', {}, 'The run is repeated up to this event, and then continues with and without one change.'),
      make('p', {}, make('label', {}, 'change ', this.change), ' ', this.whose, ' ', this.what),
      make('p', {}, this.command, ' ', this.copier))
    root.replaceChildren(this.box, this.tree)
  }

  /** Whether the run can be repeated: only a run in strict order can. */
  get repeats () { return this.log.events.some(one => one.kind === 'clock.changed' && one.order === 'strict') }

  show (event) {
    if (this.at === event.seq) return
    this.at = event.seq
    this.box.hidden = this.at < 1 || event.kind === 'run.ended' || !this.repeats
    const names = this.log.agents
    if (names.length !== this.agent.length) {
      this.agent.replaceChildren(...names.map(name => make('option', { value: name }, name)))
    }
    if (event.agent) this.agent.value = event.agent
    this.tell()
  }

  tell () {
    const usage = TABLES.changes[this.change.value]
    const places = usage.match(PLACES)
    const value = places.find(place => place !== 'AGENT')
    this.whose.hidden = !places.includes('AGENT')
    this.what.hidden = !value
    this.kind.textContent = value ? `${value.toLowerCase()} ` : ''
    this.command.textContent = this.words()
  }

  words () {
    const change = this.change.value
    const filled = place => place === 'AGENT' ? this.agent.value : this.value.value || place
    const given = TABLES.changes[change].split(' ').map(part => quoted(part.replace(PLACES, filled)))
    return `minecrew fork ${quoted(this.run)} --at ${this.at} --${change} ${given.join(' ')} --times ${TIMES}`
  }

  async copy () {
    try {
      await navigator.clipboard.writeText(this.command.textContent)
      this.say('The command is copied.')
    } catch {
      getSelection().selectAllChildren(this.command)
      this.say('The command is selected; copy it with the keyboard.')
    }
  }

  /** Shows the tree of forks that contains this run; shows nothing if `tree` is null. */
  place (tree) {
    this.tree.replaceChildren(...tree
      ? [make('h3.why-title', {}, 'Forks'), make('ul', { 'aria-label': 'Tree of forks' }, this.branch(tree))]
      : [])
  }

  branch ({ run, origin, outcome, forks }) {
    const href = run === this.run ? null : this.link(run)
    const name = href ? make('a', { href }, run) : run === this.run ? make('b', {}, 'this run') : run
    const change = origin && (origin.change ? changed(origin.change) : 'no change')
    const told = origin ? `from event ${origin.at}, seed ${origin.seed}: ${change}; ` : ''
    return make('li', {}, told, name, outcome ? ` (${outcome.replace('_', ' ')})` : '',
      forks.length ? make('ul', {}, ...forks.map(one => this.branch(one))) : null)
  }
}

const changed = ({ kind, agent, value }) => [kind, agent, value && `“${value}”`].filter(Boolean).join(' ')

/** The text, quoted as one word for a shell. */
const quoted = word => /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
