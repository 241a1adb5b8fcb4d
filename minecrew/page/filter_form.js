/**
 * The form in which a person chooses what to see: agents, a kind, a class of
 * findings, a text. The form offers the values that occur in the run so far, and adds new ones as they occur.
 */

import { byId, make } from './elements.js'
import { FAMILIES } from './kinds.js'
import { plain } from './words.js'

const PAUSE = 120 // ms without a key before a text is searched

export class FilterForm {
  /** `changed` is called when a person has changed the filter. */
  constructor ({ log, filter, changed }) {
    Object.assign(this, { log, filter, changed, agents: 0 })
    this.kinds = make('optgroup', { label: 'kinds' })
    byId('kind').append(
      option('', 'all kinds'),
      make('optgroup', { label: 'families' }, ...FAMILIES.map(name => option(name))),
      this.kinds
    )
    byId('class').append(option('', 'all classes'))
    for (const name of ['kind', 'class']) {
      byId(name).addEventListener('change', event => this.choose(name, event.target.value))
    }
    let waiting = null
    byId('text').addEventListener('input', event => {
      clearTimeout(waiting)
      waiting = setTimeout(() => this.choose('text', event.target.value), PAUSE)
    })
    byId('filters').addEventListener('submit', event => event.preventDefault())
    this.offer()
  }

  choose (name, value) {
    this.filter[name] = value
    this.changed()
  }

  /** Updates the choices. */
  offer () {
    const { log, filter } = this
    byId('agents').append(...log.agents.slice(this.agents).map(name => make('label', {}, make('input', {
      type: 'checkbox',
      value: name,
      change: event => { event.target.checked ? filter.agents.add(name) : filter.agents.delete(name); this.changed() }
    }), ` ${name}`)))
    this.agents = log.agents.length
    update(this.kinds, log.kinds)
    const classes = new Map()
    for (const { class: name } of filter.findings) classes.set(name, (classes.get(name) ?? 0) + 1)
    update(byId('class'), classes, name => `${plain({ class: name })}: ${name}`)
  }
}

const option = (value, text = value) => make('option', { value }, text)

/**
 * Updates the options 'name (count)' in their order; existing options stay, so that the selected one stays selected.
 */
function update (list, counts, tell = name => name) {
  for (const [name, count] of counts) {
    const text = `${tell(name)} (${count})`
    const there = [...list.children].find(one => one.value === name)
    if (!there) list.insertBefore(option(name, text), [...list.children].find(one => one.value > name) ?? null)
    else if (there.textContent !== text) there.textContent = text
  }
}
