/** Runs: shows all of them, filters them, starts one, and selects some to compare. */

import { html, useEffect, useRef, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { useAddress } from './address.js'
import { CLASSES, Trouble, many, option, say, stateOf, underWay } from './parts.js'
import { RunList } from './run_list.js'
import { RunRow } from './run_row.js'
import { StartRun } from './start_run.js'
import { useAnswer } from './answer.js'

const STATES = { queued: 'waiting', running: 'running', ended: 'ended' }
const OUTCOMES = ['met', 'not_met', 'impossible', 'interrupted', 'fault', 'unfinished']
const FILTERS = ['text', 'state', 'outcome', 'task', 'agent', 'finding']
const TYPING = 200 // ms

export function Runs () {
  const [query, change] = useAddress()
  const filters = Object.fromEntries(FILTERS.map(name => [name, query.get(name) ?? '']))
  const { list, problem: refused, act } = useRuns(filters)
  const [chosen, setChosen] = useState([])
  const [starting, setStarting] = useState(query.has('start'))
  const tasks = useAnswer('/tasks')
  const [cleared, setCleared] = useState(0) // the filters' fields are made again when they are cleared
  const opener = useRef()
  const close = () => { setStarting(false); opener.current.focus() }
  const clear = () => {
    change(Object.fromEntries(FILTERS.map(name => [name, ''])))
    setCleared(count => count + 1)
    opener.current.focus() // the button is gone
  }
  const choose = (id, yes) => setChosen(old => yes ? [...old, id] : old.filter(one => one !== id))
  const stop = card => act(() => ask(`/runs/${encodeURIComponent(card.id)}/stop`, { method: 'POST' }), 'Stopping it.')
  const started = card => { list.take(card); say(`${card.title}: ${stateOf(card)}.`) }
  return html`
    <div class="title"><h1>Runs</h1>
      <p class="dim" id="total">${list.total == null ? '' : many(list.total, 'run')}${moving(list.cards)}</p>
      <button type="button" ref=${opener} class="primary" aria-expanded=${String(starting)} aria-controls="start"
        onClick=${() => setStarting(!starting)}>Start a run</button>
    </div>
    ${starting && html`<${StartRun} tasks=${tasks.data} started=${started} close=${close} />`}
    <${Filters} key=${cleared} filters=${filters} tasks=${tasks.data} change=${change} />
    <${Trouble} problem=${refused} />
    <${Trouble} problem=${list.problem} again=${() => list.refresh()} />
    ${list.total === 0 && html`<p class="empty-list">
      ${Object.values(filters).some(Boolean)
        ? html`No matching runs. <button type="button" onClick=${clear}>Clear filters</button>`
        : 'There are no runs yet. Start one.'}</p>`}
    <ol class="runs" aria-label="Runs">
      ${list.cards.map(card => html`<${RunRow} key=${card.id} card=${card} chosen=${chosen.includes(card.id)}
        minute=${Math.floor(Date.now() / 60000)} choose=${choose} stop=${stop} />`)}
    </ol>
    ${list.next && html`<${More} more=${() => list.more()} left=${list.total - list.cards.length} />`}
    ${chosen.length > 0 && html`<${Chosen} chosen=${chosen} clear=${() => setChosen([])} />`}`
}

function useRuns (filters) {
  const [, turn] = useState(0)
  const [problem, setProblem] = useState(null)
  const kept = useRef()
  const key = JSON.stringify(filters)
  kept.current ??= new RunList(() => turn(count => count + 1), card => say(`${card.title}: ${stateOf(card)}.`))
  useEffect(() => () => kept.current.close(), [])
  useEffect(() => { kept.current.filter(filters) }, [key])
  const act = async (deed, told) => {
    try {
      kept.current.take(await deed())
      setProblem(null)
      say(told)
    } catch (problem) { setProblem(problem) }
  }
  return { list: kept.current, problem, act }
}

function moving (cards) {
  const count = cards.filter(underWay).length
  return count ? `, ${count} in progress` : ''
}

function Filters ({ filters, tasks, change }) {
  const typing = useRef()
  useEffect(() => () => clearTimeout(typing.current), [])
  const later = event => {
    const { name, value } = event.target
    clearTimeout(typing.current)
    typing.current = setTimeout(() => change({ [name]: value.trim() }), TYPING)
  }
  const now = event => change({ [event.target.name]: event.target.value })
  const state = event => {
    const [name, value] = event.target.value.split('=')
    change({ state: '', outcome: '', [name]: value })
  }
  const stands = filters.outcome ? `outcome=${filters.outcome}` : filters.state ? `state=${filters.state}` : ''
  return html`<form class="filters" role="search" aria-label="Filter the runs"
    onSubmit=${event => event.preventDefault()}>
    <label>text <input type="search" name="text" defaultValue=${filters.text} onInput=${later}
      placeholder="titles and names" autocomplete="off" /></label>
    <label>state <select onChange=${state}>
      ${option('', 'any', stands)}
      ${Object.entries(STATES).map(([name, words]) => option(`state=${name}`, words, stands))}
      ${OUTCOMES.map(name => option(`outcome=${name}`, name.replace('_', ' '), stands))}
    </select></label>
    <label>task <select name="task" onChange=${now}>
      ${option('', 'any', filters.task)}
      ${names(tasks).map(name => option(name, name, filters.task))}
    </select></label>
    <label>agent <input type="search" name="agent" size="10" defaultValue=${filters.agent} onInput=${later}
      autocomplete="off" /></label>
    <label>finding <select name="finding" onChange=${now}>
      ${option('', 'any or none', filters.finding)}
      ${CLASSES.map(name => option(name, name, filters.finding))}
    </select></label>
  </form>`
}

export const names = tasks => (tasks?.items ?? tasks ?? []).map(task => task.name)

/** Shows more when the user comes near the end of the list; there is also a button, for users who do not scroll. */
function More ({ more, left }) {
  const button = useRef()
  const latest = useRef()
  latest.current = more
  useEffect(() => {
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry.isIntersecting) latest.current()
      },
      { rootMargin: '800px' }
    )
    seen.observe(button.current)
    return () => seen.disconnect()
  })
  return html`<p class="more">
    <button type="button" ref=${button} onClick=${more}>Show more (${left} older)</button></p>`
}

function Chosen ({ chosen, clear }) {
  const query = new URLSearchParams(chosen.map(id => ['run', id]))
  return html`<div class="chosen" role="region" aria-label="Chosen runs">
    <span>${many(chosen.length, 'run')} chosen</span>
    <a class="button primary" href=${`/ui/compare?${query}`}>Compare</a>
    <button type="button" onClick=${clear}>Clear selection</button>
  </div>`
}
