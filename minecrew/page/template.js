/**
 * Evaluates a template in the same way as runlog/template.py, so that the sentence is the same as on the terminal.
 */

const LONGEST = 160 // of a value among all fields, in characters
const BIG = 1e15

const isNothing = value => value == null || value === '' || (typeof value === 'object' && !Object.keys(value).length)

/** `template`: a text, or pieces; `values`: the fields by name. */
export function render (template, values) {
  if (typeof template === 'string') return template
  let told = ''
  for (const piece of template) told += typeof piece === 'string' ? piece : fill(piece, values)
  return told
}

function fill (piece, values) {
  if ('field' in piece) return FORMS[piece.form ?? ''](values(piece.field))
  if ('option' in piece) {
    const isEmpty = one => one.field && (isNothing(values(one.field)) || !fill(one, values))
    return typeof piece.option !== 'string' && piece.option.some(isEmpty) ? '' : render(piece.option, values)
  }
  const value = values(piece.choice)
  const name = value == null ? '' : text(value)
  return render(Object.hasOwn(piece.cases, name) ? piece.cases[name] : piece.otherwise, values)
}

/** Any JSON value: items as '2 paper, 1 stick', a list with commas, '-' for nothing. */
export function text (value, inner = false) {
  if (value == null) return '-'
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    const told = value.map(one => text(one, true)).join(', ')
    return inner ? `[${told}]` : told || '-'
  }
  const told = Object.values(value).every(one => typeof one === 'number') ? items(value) : pairs(value)
  return inner ? `{${told}}` : told || '-'
}

/** A number with at most `digits` decimals; halves are rounded away from zero. */
export function number (value, digits = 2) {
  const size = Math.abs(value)
  if (size >= BIG) return value.toExponential(2)
  const scaled = Math.floor(size * 10 ** digits + 0.5)
  const part = scaled % 10 ** digits
  const whole = (scaled - part) / 10 ** digits
  const decimals = part ? `.${String(part).padStart(digits, '0')}`.replace(/0+$/, '') : ''
  return `${value < 0 && scaled ? '-' : ''}${whole}${decimals}`
}

function items (held) {
  return Object.keys(held).sort().filter(item => held[item]).map(item => `${number(held[item])} ${item}`).join(', ')
}

function pairs (value) {
  return Object.keys(value ?? {}).sort().map(name => `${name} ${text(value[name], true)}`).join(', ')
}

function cut (value) {
  const signs = [...value]
  return signs.length <= LONGEST ? value : `${signs.slice(0, LONGEST - 1).join('')}…`
}

const FORMS = {
  '': value => text(value),
  spaced: value => text(value).replaceAll('_', ' '),
  spot: value => (value ?? []).map(part => number(part, 0)).join(' '),
  many: value => value > 1 ? number(value) : '',
  pairs,
  percent: value => value ? `${number(value * 100, 0)}%` : '',
  all: values => Object.entries(values).filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${name} ${cut(text(value))}`).join(', ')
}
