/** Annotations as files that `minecrew annotations import` reads. */

const COLUMNS = [
  'id', 'annotator', 'run', 'seq', 'tick', 'round', 'class', 'sub', 'agents', 'targets', 'note', 'finding', 'at'
]

/** JSON lines; characters that some readers take for the end of a line are escaped. */
export function asLines (lines) {
  const escaped = sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return lines.map(line => `${JSON.stringify(line).replace(/[\u0085\u2028\u2029]/g, escaped)}\n`).join('')
}

/** CSV; agents as 'Alice+Bob'. */
export function asTable (lines) {
  return [COLUMNS, ...lines.map(line => COLUMNS.map(name => line[name]))]
    .map(row => `${row.map(cell).join(',')}\n`)
    .join('')
}

/** A text that a spreadsheet would take for a formula is written as JSON text. */
function cell (value) {
  const text = value == null ? '' : Array.isArray(value) ? value.join('+') : String(value)
  const safe = /^["=+\-@\t\r]/.test(text) ? JSON.stringify(text) : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
