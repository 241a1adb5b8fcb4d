/** Finds runs by search words, and adds those that the user chooses. */

import { html, useState } from '../../lib/htm.js'
import { useAnswer } from './answer.js'
import { Outcome, Trouble, When } from './parts.js'

const SHOWN = 6

export function RunPicker ({ chosen, add }) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(!chosen.length)
  const path = open
    ? `/runs?${new URLSearchParams({ state: 'ended', limit: SHOWN + chosen.length, ...(text ? { text } : {}) })}`
    : null
  const { data, problem } = useAnswer(path)
  const found = (data?.items ?? []).filter(card => !chosen.includes(card.id)).slice(0, SHOWN)
  return html`<section aria-label="Add runs" class="picker">
    <label>add a run <input type="search" value=${text} placeholder="titles and names" autocomplete="off"
      onFocus=${() => setOpen(true)} onInput=${event => setText(event.target.value.trim())} /></label>
    ${open && html`<button type="button" onClick=${() => setOpen(false)}>Done</button>`}
    <${Trouble} problem=${problem} />
    ${open && data && html`<ul class="offers">${found.map(card => html`<li key=${card.id}>
      <button type="button" aria-label=${`Add ${card.title}`} onClick=${() => add(card.id)}>Add</button>${' '}
      <b>${card.title}</b> <${Outcome} card=${card} />${' '}
      <span class="dim">
        ${card.agents.join(', ')} · ${card.arena}, seed ${card.seed} · <${When} iso=${card.started} /></span>
    </li>`)}${!found.length && html`<li class="dim">No matching runs.</li>`}</ul>`}
  </section>`
}
