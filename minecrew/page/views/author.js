/** The form for writing or editing a skill: the skill is checked as the user types, and can be tried and saved. */

import { html, useEffect, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { Editor } from './editor.js'
import { Trouble, say } from './parts.js'
import { Trial } from './trial.js'

const PAUSE = 350 // ms without a key before it is checked
const NAME = /module\.exports\s*=\s*([A-Za-z_]\w*)|function\s+([A-Za-z_]\w*)/

/** The name that the skill has in its source code. */
const nameOf = source => { const found = NAME.exec(source); return found ? found[1] ?? found[2] : null }

/**
 * `name`: the name of the edited skill; null for a new one. `done(name)` is called after saving, `leave()` after
 * cancelling. `unsaved.current` says whether leaving would lose changes.
 */
export function Author ({ name, text, unsaved, done, leave }) {
  const [source, setSource] = useState(text)
  const [problem, setProblem] = useState(null)
  const [failure, setFailure] = useState(null)
  const { problems, checking } = useCheck(name ?? nameOf(source) ?? 'skill', source, setProblem)
  const called = name ?? nameOf(source)
  useEffect(() => {
    unsaved.current = source !== text
    if (source === text) return
    const stay = event => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [source === text])
  const save = async () => {
    try {
      if (name) await ask(`/skills/${encodeURIComponent(name)}`, { method: 'PUT', body: { source } })
      else await ask('/skills', { method: 'POST', body: { name: called ?? '', source } })
      say(`${called} is saved.`)
      done(called)
    } catch (problem) { setProblem(problem) }
  }
  return html`<section class="author" aria-label=${name ? `Edit ${name}` : 'New skill'}>
    <h2>${name ? 'Edit' : 'New skill'} <code>${called ?? 'without a name'}</code></h2>
    <${Editor} source=${source} change=${text => {
      setSource(text)
      setFailure(null)
    }} problems=${problems} checking=${checking} failure=${failure} label="The skill's text" />
    <${Trouble} problem=${problem} />
    <p class="buttons">
      <button type="button" class="primary" onClick=${save}>Save</button>
      <button type="button" onClick=${leave}>Cancel</button>
    </p>
    <${Trial} name=${called ?? 'skill'} source=${source} failed=${setFailure} />
  </section>`
}

/**
 * The problems in `source`: { line, message } each, null before
 * the first answer; and whether they belong to an older text.
 */
function useCheck (name, source, failed) {
  const [problems, setProblems] = useState(null)
  const [checking, setChecking] = useState(true)
  useEffect(() => {
    setChecking(true)
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const found = await ask(`/skills/${encodeURIComponent(name)}/check`, {
          method: 'POST',
          body: { source },
          signal: leaving.signal
        })
        if (leaving.signal.aborted) return
        setProblems(found.problems)
        failed(null)
      } catch (problem) {
        if (leaving.signal.aborted) return
        failed(problem)
      }
      setChecking(false)
    }, PAUSE)
    return () => { clearTimeout(timer); leaving.abort() }
  }, [name, source])
  return { problems, checking }
}
