/** The form that starts a run. Empty fields use the values of the task, or of the command. */

import { html, useEffect, useRef, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { runPath } from './address.js'
import { useAnswer } from './answer.js'
import { readGoal } from './input.js'
import { Goods, Trouble, option } from './parts.js'

const PERSONAS = ['eager', 'generous', 'distracted', 'ruthless', 'vandal', 'silent', 'follower']
const NUMBERS = ['agents', 'seed', 'rounds', 'p_error', 'max_tokens']
const WORDS = ['arena', 'guard', 'discussion', 'recruit', 'evaluator', 'speed', 'order']

export function StartRun ({ tasks, started, close }) {
  const form = useRef()
  const key = useRef(null) // of this very request: sent twice, it starts one run
  const [by, setBy] = useState('task')
  const [chosen, setChosen] = useState('bookshelf')
  const [mind, setMind] = useState('')
  const [problem, setProblem] = useState(null)
  const [busy, setBusy] = useState(false)
  const [, look] = useState(0)
  const arenas = useAnswer('/arenas')
  useEffect(() => { form.current.elements.task?.focus() }, [])
  const list = tasks?.items ?? tasks ?? []
  const changed = () => { key.current = null; look(count => count + 1) }
  const submit = async event => {
    event.preventDefault()
    const watch = event.submitter?.value === 'watch'
    setBusy(true)
    try {
      key.current ??= freshKey()
      const card = await ask('/runs', {
        method: 'POST',
        body: wishes(form.current),
        headers: { 'Idempotency-Key': key.current }
      })
      key.current = null
      setProblem(null)
      if (watch) location.href = runPath(card.id)
      else started(card)
    } catch (problem) { setProblem(problem) }
    setBusy(false)
  }
  const field = name => form.current?.elements[name]?.value ?? ''
  const task = by === 'task' ? list.find(one => one.name === chosen) : null
  return html`<section id="start" aria-label="Start a run">
    <form ref=${form} class="start" onSubmit=${submit} onInput=${changed} onKeyDown=${event => {
      if (event.key === 'Escape') close()
    }}>
      <div class="fields">
        <fieldset class="wide"><legend>what</legend>
          <label><input type="radio" name="by" value="task" checked=${by === 'task'}
            onChange=${() => setBy('task')} /> a task</label>
          <label><input type="radio" name="by" value="goal" checked=${by === 'goal'}
            onChange=${() => setBy('goal')} /> a goal of your own</label>
        </fieldset>
        ${by === 'task'
            ? html`<label class="wide" key="task">task
              ${' '}<select name="task" onChange=${event => setChosen(event.target.value)}>
              ${list.map(one => option(one.name, `${one.name}: ${one.title}`, chosen))}
            </select></label>`
            : html`<label class="wide" key="goal">goal
              ${' '}<input name="goal" required placeholder="3 ladder, 1 bread" autocomplete="off" /></label>`
        }
        <label>agents <input name="agents" type="number" min="1" max="16"
          placeholder=${task?.agents?.length ?? 3} /></label>
        <label>seed <input name="seed" type="number" min="0" placeholder="1" /></label>
        <label>arena <${Choice} name="arena" none="task default"
          of=${(arenas.data?.items ?? arenas.data ?? []).map(one => one.name)} /></label>
        <label>guard <${Choice} name="guard" none="task default" of=${['off', 'warn', 'block']} /></label>
        <label>mind <select name="mind" onChange=${event => setMind(event.target.value)}>
          ${option('', 'task default')}${option('offline')}${option('openai', 'openai: a model')}</select></label>
        ${mind === 'openai' && html`
          <label>model <input name="model" placeholder="its name" autocomplete="off" /></label>
          <label>base URL <input name="base_url" type="url" placeholder="http://127.0.0.1:8080/v1"
            autocomplete="off" /></label>`
        }
        <details class="wide"><summary>More options</summary><${Further} mind=${mind} /></details>
      </div>
      <${World} task=${task} arena=${field('arena')} seed=${field('seed')} />
      <${Trouble} problem=${problem} />
      <p class="buttons">
        <button type="submit" class="primary" disabled=${busy}>Start</button>
        <button type="submit" value="watch" disabled=${busy}>Start and watch</button>
        <button type="button" onClick=${close}>Close</button>
      </p>
    </form>
  </section>`
}

function Choice ({ name, of, none }) {
  return html`<select name=${name}>${option('', none)}${of.map(one => option(one))}</select>`
}

function Further ({ mind }) {
  const usual = 'task default'
  return html`<div class="fields">
    <label>talk <${Structures} none=${usual} /></label>
    <label>recruit <${Choice} name="recruit" none=${usual} of=${['fixed', 'auto']} /></label>
    <label>evaluator <${Choice} name="evaluator" none=${usual} of=${['facts', 'human']} /></label>
    <label>rounds <input name="rounds" type="number" min="1" max="100" placeholder="8" /></label>
    <label>speed <input name="speed" placeholder="1, 10, or max" pattern="max|[0-9.]+" autocomplete="off" /></label>
    <label>order <${Choice} name="order" none=${usual} of=${['parallel', 'strict']} /></label>
    <label>p_error <input name="p_error" type="number" min="0" max="1" step="any" placeholder="0" /></label>
    <label>personas <input name="personas" placeholder="Alice=eager, Bob=vandal"
      title=${`One of ${PERSONAS.join(', ')}`} autocomplete="off" /></label>
    <label>people <input name="human" placeholder="Bob: you type his lines" autocomplete="off" /></label>
    ${mind === 'openai' && html`<label>tokens at most <input name="max_tokens" type="number" min="1" /></label>`}
    <label class="wide"><input type="checkbox" name="fact_check" /> tell the crew which claims are false</label>
  </div>`
}

/** The structures of a talk, each with what it is. */
function Structures ({ none }) {
  const structures = useAnswer('/structures')
  return html`<select name="discussion">${option('', none)}
    ${(structures.data?.items ?? []).map(one => option(one.name, `${one.name}: ${one.summary}`))}</select>`
}

/** What is to be made, and the arena from above. */
function World ({ task, arena, seed }) {
  const name = arena || task?.arena || 'meadow'
  const grown = seed || task?.seed || 1
  return html`<div class="preview">
    ${task && html`<${Goods} goal=${task.goal} />`}
    <img src=${`/arenas/${encodeURIComponent(name)}/map.png?seed=${grown}`} loading="lazy"
      alt=${`The arena ${name}, seed ${grown}, from above`} />
    <p class="dim">${name}, seed ${grown}</p>
  </div>`
}

/** The form as `POST /runs` takes it; what is empty is left out. */
function wishes (form) {
  const given = new FormData(form)
  const text = name => (given.get(name) ?? '').trim()
  const list = name => text(name).split(',').map(one => one.trim()).filter(Boolean)
  const body = {}
  // The service says what is wrong with it.
  if (text('by') === 'goal') body.goal = readGoal(text('goal')) ?? { [text('goal')]: 1 }
  else body.task = text('task')
  for (const name of NUMBERS) if (text(name)) body[name] = Number(text(name))
  for (const name of WORDS) if (text(name)) body[name] = text(name)
  if (body.speed && body.speed !== 'max') body.speed = Number(body.speed)
  if (text('mind')) {
    body.mind = { kind: text('mind'), ...pair('model', text('model')), ...pair('base_url', text('base_url')) }
  }
  if (list('personas').length) {
    body.personas = Object.fromEntries(
      list('personas').map(one => {
        const [agent, persona = ''] = one.split('=')
        return [agent.trim(), persona.trim()]
      })
    )
  }
  if (list('human').length) body.human = list('human')
  if (given.get('fact_check')) body.fact_check = true
  return body
}

const pair = (name, value) => value ? { [name]: value } : {}

/** Unguessable enough, also where the address is not one that browsers call secure. */
const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
