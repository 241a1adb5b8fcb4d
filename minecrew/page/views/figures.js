/** Figures of runs in words, and in a table with one column per run. */

import { html } from '../../lib/htm.js'
import { text } from '../template.js'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const letter = place => LETTERS[place % 26] + (place < 26 ? '' : Math.floor(place / 26))
export const UNKNOWN = 'n/a'

export const figure = value => {
  if (value == null) return UNKNOWN
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return text(value) === '-' ? '0' : text(value)
  return Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1)))
}
export const seconds = value => value == null ? UNKNOWN : `${value.toFixed(1)} s`
export const share = value => value == null ? UNKNOWN : `${Math.round(value * 100)}%`

/**
 * '2.3 [0.3, 8.4] (2)': the rate per 10 agent-minutes, its interval, and the count. `share`: the share of agents'
 * rounds that show the same class; the rate is grey if the share is in doubt.
 */
export function rate (one, share) {
  if (!one) return UNKNOWN
  const told = one.per_ten == null
    ? `${UNKNOWN} (${one.count})`
    : `${figure(one.per_ten)} [${figure(one.interval.low)}, ${figure(one.interval.high)}] (${one.count})`
  return share?.doubts.length ? html`<span class="doubted">${told}</span>` : told
}

/** '12% of 24; 10% [2%, 31%]': the share as found and as corrected. It is grey, with a '!', if it is in doubt. */
export function gated (one) {
  if (!one?.units) return UNKNOWN
  const corrected = one.corrected == null
    ? ''
    : `; ${share(one.corrected)} [${share(one.interval.low)}, ${share(one.interval.high)}]`
  const told = `${share(one.raw)} of ${one.units}${corrected}`
  if (!one.doubts.length) return told
  const why = `${one.reader}: ${one.doubts.join('; ')}`
  return html`<span class="doubted" title=${why}>${told} !<span class="unseen"> (in doubt: ${why})</span></span>`
}

/** The mean and its interval. */
export function spread (one, tell) {
  if (!one) return UNKNOWN
  const interval = one.mean_interval
  return interval && interval.low < interval.high
    ? `${tell(one.mean)} [${tell(interval.low)}, ${tell(interval.high)}]`
    : tell(one.mean)
}

export const Swatch = ({ place }) =>
  html`<span class="swatch" style=${{ background: `var(--agent-${place % 8})` }}></span>`

/**
 * `rows`: [name, cells]; `heads`: one per column of cells; `corner`: the head of the names, if they have one. If the
 * table is too wide, it scrolls separately from the page.
 */
export function Figures ({ caption, corner, heads, rows, kind = '' }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table class=${`figures ${kind}`}>
    <caption class="unseen">${caption}</caption>
    <thead><tr>${corner ? html`<th scope="col">${corner}</th>` : html`<td></td>`}
      ${heads.map((head, place) => html`<th key=${place} scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, cells], place) => html`<tr key=${place}>
      <th scope="row">${name}</th>${cells.map((cell, place) => html`<td key=${place}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`
}
