/** Tries a skill in a fresh world: the events are shown as they happen, with a link to the view of the world. */

import { html, useEffect, useRef, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { clock, sentence } from '../words.js'
import { runPath } from './address.js'
import { useAnswer } from './answer.js'
import { readArguments, readGoal } from './input.js'
import { Outcome, Trouble, option, say, stateOf } from './parts.js'

const KEPT = 200 // lines
const LINE = /^(.*) \(line (\d+)\)$/s // why a try failed, and where
const QUIET = new Set(['position', 'inventory', 'clock.changed', 'run.started'])

/**
 * `source`: the text to try, if it differs from the saved one. `failed({ line, message })` is called if the trial
 * failed at a line of this text, and `failed(null)` when a new trial has begun.
 */
export function Trial ({ name, source, failed }) {
  const [card, setCard] = useState(null)
  const [problem, setProblem] = useState(null)
  const [busy, setBusy] = useState(false)
  const arenas = useAnswer('/arenas')
  const form = useRef()
  const submit = async event => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { ...(source == null ? {} : { source }), ...wishes(form.current) }
      setCard(await ask(`/skills/${encodeURIComponent(name)}/try`, { method: 'POST', body }))
      setProblem(null)
      failed?.(null)
    } catch (problem) { setProblem(problem) }
    setBusy(false)
  }
  return html`<form ref=${form} class="trial" aria-label=${`Try ${name}`} onSubmit=${submit}>
    <h2>Try it <span class="about">in a fresh world; empty fields use the values of its @example</span></h2>
    <div class="fields">
      <label>arguments <input name="arguments" placeholder="oak_log, 3" autocomplete="off" /></label>
      <label>given <input name="give" placeholder="2 oak_log, 1 stick" autocomplete="off" /></label>
      <label>arena <select name="arena"><option value="">the example's</option>
        ${(arenas.data?.items ?? []).map(one => option(one.name))}</select></label>
      <label>seed <input name="seed" type="number" min="0" /></label>
    </div>
    <p class="buttons"><button type="submit" disabled=${busy}>Try</button></p>
    <${Trouble} problem=${problem} />
    ${card && html`<${Watch} key=${card.id} card=${card} failed=${failed} />`}
  </form>`
}

function wishes (form) {
  const given = new FormData(form)
  const text = name => given.get(name).trim()
  return {
    ...(text('arguments') ? { arguments: readArguments(text('arguments')) } : {}),
    ...(text('give') ? { give: readGoal(text('give')) ?? { [text('give')]: 1 } } : {}),
    ...(text('arena') ? { arena: text('arena') } : {}),
    ...(text('seed') ? { seed: Number(text('seed')) } : {})
  }
}

/** The events and the outcome of the run `card`, as they happen. */
function Watch ({ card: first, failed }) {
  const [card, setCard] = useState(first)
  const [lines, setLines] = useState([])
  const [problem, setProblem] = useState(null)
  const list = useRef()
  useEffect(() => {
    const told = new EventSource(`/runs/${encodeURIComponent(first.id)}/events`)
    told.addEventListener('event', ({ data }) => {
      const event = JSON.parse(data)
      if (!QUIET.has(event.kind)) setLines(old => [...old, event].slice(-KEPT))
    })
    told.addEventListener('state', ({ data }) => setCard(JSON.parse(data)))
    const over = async () => {
      told.close()
      let card
      try {
        card = await ask(`/runs/${encodeURIComponent(first.id)}`)
      } catch (problem) { return setProblem(problem) }
      setCard(card)
      const at = LINE.exec(card.reason)
      if (at) failed?.({ line: Number(at[2]), message: at[1] })
      say(`The trial is over: ${card.reason || stateOf(card)}`)
    }
    told.addEventListener('end', over)
    told.addEventListener('error', () => { if (told.readyState === EventSource.CLOSED) over() })
    return () => told.close()
  }, [])
  useEffect(() => { list.current.scrollTop = list.current.scrollHeight }, [lines.length])
  return html`<div class="watch">
    <p><${Outcome} card=${card} /> <span>${card.reason}</span> <a href=${runPath(card.id)}>Watch it in its world</a></p>
    <${Trouble} problem=${problem} />
    <ol ref=${list} class="telling" tabindex="0" aria-label="What happens">${lines.map(event => html`
      <li key=${event.seq} class=${event.ok === false ? 'failed' : ''}>
        <span class="dim">${clock(event)}</span> ${sentence(event)}</li>`)}</ol>
  </div>`
}
