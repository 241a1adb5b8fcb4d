/** A run option in a form, as the service describes it: the field, and its value as JSON. */

import { html } from '../../lib/htm.js'
import { option } from './parts.js'

/**
 * One field. `usual`: the value in the chosen task, if that is known;
 * `changed` is called with the key and the new value if a person changes a choice.
 */
export function RunOption ({ field, usual, changed }) {
  const { key, label, help } = field
  if (field.kind === 'flag') {
    return html`<label class="wide" title=${help}><input type="checkbox" name=${key} /> ${label}</label>`
  }
  return html`<label title=${told(field)}>${label} ${field.kind === 'choice'
    ? html`<select name=${key} onChange=${event => changed(key, event.target.value)}>${option('', 'task default')}
      ${field.choices.map(one => option(one.value, one.summary ? `${one.value}: ${one.summary}` : one.value))}</select>`
    : html`<input name=${key} placeholder=${usual ?? field.default ?? field.example} autocomplete="off"
      ...${bounds(field)} />`}</label>`
}

/** The purpose of the option and, if it takes pairs with given values, those values. */
function told ({ kind, help, choices }) {
  return kind === 'pairs' && choices.length ? `${help} One of ${choices.map(one => one.value).join(', ')}` : help
}

function bounds ({ kind, words, whole, minimum, maximum }) {
  if (kind !== 'number') return {}
  if (words.length) return { pattern: [...words, '[0-9.]+'].join('|') }
  return { type: 'number', min: minimum, max: maximum, step: whole ? 1 : 'any' }
}

/** The given fields, as `POST /runs` expects them; empty fields are left out. `given` is FormData. */
export function readOptions (fields, given) {
  const body = {}
  for (const field of fields) {
    const value = read(field, (given.get(field.key) ?? '').trim())
    if (value === undefined) continue
    const [name, inner] = field.key.split('.')
    if (inner) body[name] = { ...body[name], [inner]: value }
    else body[name] = value
  }
  return body
}

function read ({ kind, words }, text) {
  if (!text) return undefined
  if (kind === 'flag') return true
  if (kind === 'number') return words.includes(text) ? text : Number(text)
  const names = text.split(',').map(one => one.trim()).filter(Boolean)
  if (kind === 'names') return names
  if (kind !== 'pairs') return text
  return Object.fromEntries(names.map(one => {
    const [name, value = ''] = one.split('=')
    return [name.trim(), value.trim()]
  }))
}
