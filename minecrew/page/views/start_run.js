/** The form that starts a run. Empty fields use the values of the task, or the defaults of the command. */

import { html, useEffect, useRef, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { runPath } from './address.js'
import { useAnswer } from './answer.js'
import { readGoal } from './input.js'
import { Goods, Trouble, option } from './parts.js'
import { RunOption, readOptions } from './run_option.js'

export function StartRun ({ tasks, started, close }) {
  const form = useRef()
  const key = useRef(null) // of this very request: sent twice, it starts one run
  const [by, setBy] = useState('task')
  const [chosen, setChosen] = useState('bookshelf')
  const [choices, setChoices] = useState({})
  const [problem, setProblem] = useState(null)
  const [busy, setBusy] = useState(false)
  const [, look] = useState(0)
  const options = useAnswer('/run-options')
  useEffect(() => { form.current.elements.task?.focus() }, [])
  const list = tasks?.items ?? tasks ?? []
  const fields = (options.data?.items ?? []).filter(({ needs }) => !needs || choices[needs.key] === needs.value)
  const choose = (key, value) => setChoices(old => ({ ...old, [key]: value }))
  const changed = () => { key.current = null; look(count => count + 1) }
  const submit = async event => {
    event.preventDefault()
    const watch = event.submitter?.value === 'watch'
    setBusy(true)
    try {
      key.current ??= freshKey()
      const card = await ask('/runs', {
        method: 'POST',
        body: wishes(form.current, fields),
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
  const ready = !busy && (options.data || options.problem) && (by === 'goal' || list.length > 0)
  return html`<section id="start" aria-label="Start a run">
    <form ref=${form} class="start" onSubmit=${submit} onInput=${changed} onKeyDown=${event => {
      if (event.key === 'Escape') close()
    }}>
      <div class="fields">
        <fieldset class="wide"><legend>what</legend>
          <label><input type="radio" name="by" value="task" checked=${by === 'task'}
            onChange=${() => setBy('task')} /> a task</label>
          <label><input type="radio" name="by" value="goal" checked=${by === 'goal'}
            onChange=${() => setBy('goal')} /> your own goal</label>
        </fieldset>
        ${by === 'task'
            ? html`<label class="wide" key="task">task
              ${' '}<select name="task" onChange=${event => setChosen(event.target.value)}>
              ${list.map(one => option(one.name, `${one.name}: ${one.title}`, chosen))}
            </select></label>`
            : html`<label class="wide" key="goal">goal
              ${' '}<input name="goal" required placeholder="3 ladder, 1 bread" autocomplete="off" /></label>`
        }
        <${Fields} of=${fields.filter(field => field.first)} task=${task} choose=${choose} />
        <details class="wide"><summary>More options</summary><div class="fields">
          <${Fields} of=${fields.filter(field => !field.first)} task=${task} choose=${choose} /></div></details>
      </div>
      <${World} task=${task} arena=${field('arena')} seed=${field('seed')} />
      <${Trouble} problem=${problem ?? options.problem} />
      <p class="buttons">
        <button type="submit" class="primary" disabled=${!ready}>Start</button>
        <button type="submit" value="watch" disabled=${!ready}>Start and watch</button>
        <button type="button" onClick=${close}>Close</button>
      </p>
    </form>
  </section>`
}

function Fields ({ of, task, choose }) {
  return of.map(field => html`<${RunOption} key=${field.key} field=${field} usual=${usual(field, task)}
    changed=${choose} />`)
}

/** The task's value for a field: a number, or the length of a list. */
function usual ({ key, kind }, task) {
  if (kind !== 'number') return undefined
  return task?.[key]?.length ?? task?.[key]
}

/** The items to make, and a picture of the arena from above. */
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

/** The form's values, as `POST /runs` expects them. */
function wishes (form, fields) {
  const given = new FormData(form)
  const text = name => (given.get(name) ?? '').trim()
  // The service says what is wrong with it.
  const goal = () => readGoal(text('goal')) ?? { [text('goal')]: 1 }
  return { ...(text('by') === 'goal' ? { goal: goal() } : { task: text('task') }), ...readOptions(fields, given) }
}

/** Returns a name that nobody can guess; also works at addresses that browsers do not consider secure. */
const freshKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
