/**
 * A text area with numbered and highlighted lines, and with each line's problems beside it.
 *
 * The text area is above the highlighted text and has transparent letters; the Tab key leaves it, as everywhere on
 * the page.
 */

import { html, useRef } from '../../lib/htm.js'
import { Code } from './code.js'
import { many } from './parts.js'

const verdict = problems => {
  if (!problems) return null
  const warnings = problems.filter(one => one.warning).length
  const wrong = problems.length - warnings
  return `${wrong ? many(wrong, 'problem') : 'No problems'}${warnings ? `, ${many(warnings, 'warning')}` : ''}.`
}

/**
 * `problems`: { line, message, warning } each; null while they are not known. `checking`:
 * the problems may belong to an older text. `failure`: a problem of the last trial.
 */
export function Editor ({ source, change, problems, checking, failure, label }) {
  const area = useRef()
  const lines = source.split('\n')
  const wrong = new Map([...(failure ? [failure] : []), ...(problems ?? [])].map(one => [one.line, one.message]))
  const go = line => {
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
    area.current.focus()
    area.current.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  }
  const behind = line => ({
    top: `calc(${line - 1} * var(--line-height))`,
    left: `${(lines[line - 1] ?? '').length + 3}ch`
  })
  return html`<div class="editor">
    <div class="paper">
      <ol class="gutter" aria-hidden="true">${lines.map((_, place) => html`
        <li class=${wrong.has(place + 1) ? 'wrong' : ''}>${place + 1}</li>`)}</ol>
      <div class="sheet">
        <${Code} text=${`${source}\n`} hidden />
        <div class="remarks" aria-hidden="true">${[...wrong].map(([line, message]) => html`
          <span key=${line} style=${behind(line)}>${message}</span>`)}</div>
        <textarea ref=${area} value=${source} onInput=${event => change(event.target.value)}
          aria-label=${label} aria-invalid=${String(problems?.length > 0)} aria-describedby="flaws"
          spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"></textarea>
      </div>
    </div>
  </div>
  <div id="flaws" class="flaws">
    <p><span role="status">${verdict(problems)}</span>
      ${checking && html`<span class="dim" aria-hidden="true"> checking</span>`}</p>
    <ol>${(problems ?? []).map((one, place) => html`<li key=${place}>
      <button type="button" class="line" onClick=${() => go(one.line)}>line ${one.line}</button>
      ${' '}${one.warning && 'Warning: '}${one.message}</li>`)}
    </ol>
  </div>`
}
