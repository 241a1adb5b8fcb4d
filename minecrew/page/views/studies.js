/**
 * The view "Studies": the progress of each study that is being played, and its results, for all cells or for some of
 * them.
 */

import { html, useEffect } from '../../lib/htm.js'
import { useAddress } from './address.js'
import { useAnswer } from './answer.js'
import { Figures, figure } from './figures.js'
import { Trouble, many, option } from './parts.js'

const EVERY = 3000 // ms between two looks at studies that are played

export function Studies () {
  const [query, change] = useAddress()
  const { data, problem, again } = useAnswer('/studies')
  const studies = data?.items ?? []
  const name = query.get('name') ?? ''
  const active = studies.some(one => one.active)
  useEffect(() => {
    const timer = active ? setInterval(again, EVERY) : null
    return () => clearInterval(timer)
  })
  return html`
    <div class="title"><h1>Studies</h1>
      <p class="dim">${data && `${studies.length} ${studies.length === 1 ? 'study' : 'studies'}`}</p></div>
    <${Trouble} problem=${problem} again=${again} />
    ${data && !studies.length && html`<p class="empty-list">No study has been played here.
      <code>minecrew study STUDY.toml</code> plays one.</p>`}
    <ul class="study-list">${studies.map(one => html`
      <${Card} key=${one.name} study=${one} open=${() => change({ name: one.name, where: [] }, { keep: true })} />`)}
    </ul>
    ${name && html`<${Shown} name=${name} where=${query.getAll('where')} change=${change} />`}`
}

function Card ({ study, open }) {
  const { title, question, planned, done, met, faults, active, per_hour: speed } = study
  const told = [`${done} of ${many(planned, 'run')}`, `${done - met} not met`, many(faults, 'fault'),
    active && speed && `${figure(speed)} runs per hour`, active ? 'playing' : done < planned && 'stopped']
  return html`<li class="study">
    <button type="button" onClick=${open}>${title}</button>
    <progress max=${planned || 1} value=${done} aria-label=${`Runs of ${title} that are done`}></progress>
    <span class="dim">${told.filter(Boolean).join(', ')}</span>
    <p>${question}</p>
  </li>`
}

function Shown ({ name, where, change }) {
  const query = new URLSearchParams(where.map(one => ['where', one]))
  const { data, problem, again } = useAnswer(`/studies/${encodeURIComponent(name)}?${query}`)
  const pick = (factor, level) =>
    change({ where: [...where.filter(one => !one.startsWith(`${factor}:`)), level && `${factor}:${level}`] })
  return html`<${Trouble} problem=${problem} again=${again} />
    ${data && html`
      <form class="filters" aria-label="Which cells" onSubmit=${event => event.preventDefault()}>
        ${Object.entries(data.factors).map(([factor, levels]) => html`<label key=${factor}>${`${factor} `}
          <select onChange=${event => pick(factor, event.target.value)}>
            ${option('', 'all', chosen(where, factor))}
            ${levels.map(level => option(level, level, chosen(where, factor)))}
          </select></label>`)}
        <button type="button" onClick=${again}>Look again</button>
      </form>
      ${!data.tables.length && html`<p class="empty-list">No run has finished yet.</p>`}
      ${data.tables.map(table => html`<section key=${table.name} aria-label=${table.title}>
        <h2>${table.title}</h2><p class="dim">${table.about}</p><${Table} ...${table} />
      </section>`)}`}`
}

/** A table of a report, in which each row says how many runs it is about. */
function Table ({ title, heads, rows, runs, counted }) {
  const all = counted ? rows : rows.map((row, place) => [...row, String(runs[place].length)])
  const [corner, ...names] = counted ? heads : [...heads, 'runs']
  const cells = all.map(row => [row[0], row.slice(1)])
  return html`<${Figures} caption=${title} corner=${corner} heads=${names} rows=${cells} />`
}

const chosen = (where, factor) => where.find(one => one.startsWith(`${factor}:`))?.slice(factor.length + 1) ?? ''
