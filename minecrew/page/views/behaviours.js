/** Behaviours: how often each was found over all runs, by the chosen key, with the evidence for it. */

import { html } from '../../lib/htm.js'
import { runPath, useAddress } from './address.js'
import { useAnswer } from './answer.js'
import { figure, gated } from './figures.js'
import { Trouble, classesWith, many, option } from './parts.js'
import { TABLES } from '../tables.js'

const BY = ['class', 'agent', 'model', 'task']

export function Behaviours () {
  const [query, change] = useAddress()
  const by = BY.includes(query.get('by')) ? query.get('by') : 'class'
  const only = query.get('class') ?? ''
  const staged = query.get('staged') === 'true'
  const { data, problem, again } = useAnswer(`/behaviours${staged ? '?staged=true' : ''}`)
  const classes = classesWith((data?.rows ?? []).map(row => row.class))
  const shown = row => row.by === by && (!only || row.class === only)
  const rows = (data?.rows ?? []).filter(shown)
  const shares = (data?.shares ?? []).filter(shown)
  return html`
    <div class="title"><h1>Behaviours</h1><p class="dim">${data && told(data)}</p></div>
    <form class="filters" aria-label="What is shown" onSubmit=${event => event.preventDefault()}>
      <fieldset><legend>rates by</legend>${BY.map(name => html`
        <label key=${name}><input type="radio" name="by" value=${name} checked=${name === by}
          onChange=${() => change({ by: name })} /> ${name}</label>`)}
      </fieldset>
      <label>class <select onChange=${event => change({ class: event.target.value })}>
        <option value="">all</option>${classes.map(name => option(name, name, only))}
      </select></label>
      <label><input type="checkbox" checked=${staged}
        onChange=${event => change({ staged: event.target.checked ? 'true' : '' })} /> include staged runs</label>
    </form>
    <${Trouble} problem=${problem} again=${again} />
    ${!data && !problem && html`<p class="empty-list">Reading the runs.</p>`}
    ${data && !rows.length && html`<p class="empty-list">No such behaviour was found in any run.</p>`}
    ${rows.length > 0 && html`<${Rates} rows=${rows} shares=${shares} by=${by} />`}`
}

const told = ({ runs, staged, agent_minutes: minutes }) =>
  `${many(runs, 'run')}, ${figure(minutes)} agent-minutes of execution; rates per 10 agent-minutes [95%]` +
  '; grey: in doubt' +
  (staged ? `; ${many(staged, 'run')} staged (personas, trials of skills)` : '')

function Rates ({ rows, shares, by }) {
  const reach = Math.max(...rows.filter(row => row.count).map(row => row.high ?? 0), 0) || 1
  const groups = new Map()
  for (const row of rows) groups.set(row.key, [...(groups.get(row.key) ?? []), row])
  return html`<div class="rates">${[...groups].map(([key, members]) => html`
    <section key=${key} aria-label=${key}><h2>${by === 'class' ? key : html`${by} <b>${key}</b>`}</h2>
      ${by === 'class' && defined(key) && html`<p class="dim">${defined(key)}</p>`}
      <${Axis} reach=${reach} />
      ${members.map((row, place) => {
        const own = shares.filter(one => one.key === key && one.class === row.class)
        const first = row.class !== members[place - 1]?.class
        return html`
          ${first && own.map(one => html`<${Share} key=${keyOf(one)} one=${one} />`)}
          <${Rate} key=${`${row.class}.${row.sub}`} row=${row} reach=${reach} doubted=${doubted(own)} />`
      })}
    </section>`)}</div>`
}

const keyOf = ({ class: found, share }) => `${found} ${share.reader} ${share.labelled_set}`

const doubted = shares => shares.some(one => one.share.doubts.length)

/** The share of agents' rounds that show the class, as found and as corrected for the reader's errors. */
function Share ({ one: { class: found, share } }) {
  return html`<p class="gated"><b>${found}</b> in ${gated(share)} agents' rounds,${' '}
    <span class="dim">read by ${share.reader}${share.labelled_set === 'models' && ', in runs of models'}</span></p>`
}

/** The definition of the class, or of one of its kinds; '' if there is none. */
function defined (found, sub = '') {
  const words = Object.hasOwn(TABLES.definitions, found) ? TABLES.definitions[found][sub] : null
  return words ? `${words[0].toUpperCase()}${words.slice(1).replace(/\.$/, '')}.` : ''
}

/** The scale for the intervals that are shown below it. */
function Axis ({ reach }) {
  return html`<div class="rate-axis" aria-hidden="true"><span class="scale">
    <span>0</span><span>${figure(reach / 2)}</span><span>${figure(reach)} per 10 min</span></span></div>`
}

/** A class's label, in which a line may break after each word. */
const label = ({ class: found, sub }) =>
  [found, sub]
    .filter(Boolean)
    .join('.')
    .split(/(?<=[._])/)
    .map(part => html`${part}<wbr />`)

function Rate ({ row, reach, doubted }) {
  const { rate, low, high, count, uncounted, agent_minutes: minutes, runs } = row
  const told = rate == null ? 'no rate: nothing was executed' : `${figure(rate)} [${figure(low)}, ${figure(high)}]`
  return html`<details class="rate" data-class=${row.class}>
    <summary>
      <b>${label(row)}</b>
      <${Interval} row=${row} reach=${reach} />
      <span class=${doubted ? 'told doubted' : 'told'}>${told}</span>
      <span class="dim">${many(count, 'finding')} in ${figure(minutes)} min${unsure(uncounted)}</span>
    </summary>
    ${row.sub && defined(row.class, row.sub) && html`<p class="dim">${defined(row.class, row.sub)}</p>`}
    ${count ? html`<${Evidence} runs=${runs} count=${count} />` : html`<p class="dim">No run shows it.</p>`}
  </details>`
}

/** Findings of low confidence are not counted. */
const unsure = uncounted => uncounted ? `, ${uncounted} uncounted (low confidence)` : ''

/** The interval as a line and the rate as a dot on it; the text beside it gives the same numbers. */
function Interval ({ row: { rate, low, high }, reach }) {
  if (rate == null) return html`<span class="interval" aria-hidden="true"></span>`
  const at = value => `${Math.min(100, value / reach * 100)}%`
  return html`<span class="interval" aria-hidden="true">
    <span class="line" style=${{ left: at(low), right: `${Math.max(0, 100 - high / reach * 100)}%` }}></span>
    <span class="dot" style=${{ left: at(rate) }}></span>
  </span>`
}

function Evidence ({ runs, count }) {
  return html`<ol class="evidence">${runs.map(({ run, finding, seq }) => html`
    <li key=${`${run} ${finding}`}>
      <a href=${runPath(run, { seq, finding })}>${run}</a> <span class="dim">event #${seq}</span></li>`)}
    ${count > runs.length && html`<li class="dim">
      and ${many(count - runs.length, 'finding')} more; the list of runs can be filtered by them</li>`}
  </ol>`
}
