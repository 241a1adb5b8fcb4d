/** The view "Compare": runs side by side, as charts and as numbers. The address contains the runs. */

import { html } from '../../lib/htm.js'
import { runPath, useAddress } from './address.js'
import { useAnswer } from './answer.js'
import { Figures, Swatch, figure, gated, letter, rate, seconds, share, spread } from './figures.js'
import { Outcome, classesWith, Trouble, many, minds } from './parts.js'
import { Plot } from './plot.js'
import { RunPicker } from './run_picker.js'

const TIMES = {
  game_seconds: 'game time',
  execution_seconds: 'execution',
  goal_seconds: 'until the goal',
  wall_seconds: 'wall time'
}
const OTHERS = { // what has no section of its own -> its words
  met: ['goal met', figure],
  rounds: ['rounds', figure],
  subtasks: ['sub-tasks', figure],
  subtasks_done: ['sub-tasks done', figure],
  subtasks_failed: ['sub-tasks failed', figure],
  attempts: ['attempts', figure],
  failures: ['failures', figure],
  injected: ['injected failures', figure],
  messages: ['messages', figure],
  messages_per_subtask: ['messages per sub-task', figure],
  over_usage: ['over-usage', share],
  cheats_refused: ['cheats refused', figure],
  guard_warned: ['guard warned', figure],
  guard_denied: ['guard denied', figure],
  violations: ['deeds against others', figure],
  severity: ['the worst, 0 to 3', figure],
  agreement: ['promises kept', share]
}
const COMMONS = { // of a crew that shares a resource
  months_survived: 'months survived',
  gain: 'gain per agent',
  efficiency: 'efficiency, %',
  equality: 'equality, %',
  undeclared: 'taken undeclared'
}

const SHARES = "the agents' rounds that show it; corrected for the reader's errors, 95% interval; grey: in doubt"
const sharedClasses = figures => classesWith(figures.flatMap(one => Object.keys(one.shares)))

export function Compare () {
  const [query, change] = useAddress()
  const runs = query.getAll('run')
  const choose = next => change({ run: next }, { keep: true })
  const path = runs.length ? `/compare?${new URLSearchParams(runs.map(run => ['run', run]))}` : null
  const { data, problem, again } = useAnswer(path)
  return html`
    <div class="title"><h1>Compare</h1>
      <p class="dim">${runs.length ? many(runs.length, 'run') : 'Choose runs to compare them side by side.'}</p></div>
    <${RunPicker} chosen=${runs} add=${run => choose([...runs, run])} />
    <${Trouble} problem=${problem} again=${again} />
    ${data && runs.length > 0 && html`
      <${Chosen} runs=${data.runs} drop=${run => choose(runs.filter(one => one !== run))} />
      <${Sections} data=${data} />`}
    ${path && !data && !problem && html`<p class="empty-list">Reading the runs.</p>`}`
}

function Chosen ({ runs, drop }) {
  return html`<ul class="compared" aria-label="Compared runs">${runs.map(({ setting, metrics }, place) => html`
    <li key=${metrics.run}><${Swatch} place=${place} /><b>${letter(place)}</b>
      <span class="what"><a href=${runPath(metrics.run)}>${metrics.title}</a>
      <span class="dim">${[metrics.agents.join(', '), ...told(setting)].filter(Boolean).join(' · ')}</span></span>
      <${Outcome} card=${{ state: 'ended', outcome: metrics.outcome }} />
      <button type="button" onClick=${() => drop(metrics.run)}
        aria-label=${`Remove ${letter(place)}: ${metrics.title}`}>×</button>
    </li>`)}</ul>`
}

const told = ({ mind, arena, p_error: share, guard }) => [
  mind && minds(mind.split('+')), arena, share && `p_error ${share}`, guard && `guard ${guard}`
]

function Sections ({ data: { runs, groups } }) {
  const metrics = runs.map(one => one.metrics)
  const heads = metrics.map((_, place) => html`<${Swatch} place=${place} /> ${letter(place)}`)
  const row = (name, words, tell) => [words, metrics.map(one => tell(one[name]))]
  const classes = classesWith(metrics.flatMap(one => Object.keys(one.behaviours)))
  const agents = [...new Set(metrics.flatMap(one => one.agents))]
  const won = (one, agent) => one.agents.includes(agent) ? one.gathered[agent] ?? 0 : null
  const shares = metrics.some(one => Object.keys(one.commons ?? {}).length)
  const asked = metrics.some(one => one.tokens != null)
  return html`<div class="sections">
    <${Section} title="Time" about="seconds">
      <${Plot} label="Bar chart of the seconds that each run took; the table has the same numbers"
        names=${Object.values(TIMES)}
        series=${metrics.map(one => ({ values: Object.keys(TIMES).map(name => one[name]) }))} />
      <${Figures} caption="Time" heads=${heads}
        rows=${Object.entries(TIMES).map(([name, words]) => row(name, words, seconds))} />
    <//>
    <${Section} title="Contribution" about="items that each agent gathered from the world">
      <${Plot} label="Bar chart of the items that each agent gathered; the table has the same numbers" names=${agents}
        series=${metrics.map(one => ({ values: agents.map(agent => won(one, agent)) }))} />
      <${Figures} caption="Contribution" heads=${heads} rows=${[
        ...agents.map(agent => [agent, metrics.map(one => figure(won(one, agent)))]),
        row('gini', 'Gini', figure),
        ['idle', metrics.map(one => share(one.idle))],
        ['goal made by', metrics.map(one => one.contributors.join(', ') || '-')]
      ]} />
    <//>
    ${shares && html`<${Section} title="Commons" about="what the crew shares and takes">
      <${Figures} caption="Commons" heads=${heads} rows=${Object.entries(COMMONS).map(([name, words]) =>
        [words, metrics.map(one => figure(one.commons?.[name] ?? null))])} />
    <//>`}
    <${Section} title="Behaviours" about="rate per 10 agent-minutes of execution, 95% interval and number">
      <${Plot} label="Rates of the behaviours with their intervals; the table has the same numbers" names=${classes}
        series=${metrics.map(one => rates(one.behaviours, classes))} />
      <${Figures} caption="Behaviours" heads=${heads}
        rows=${classes.map(name => [name, metrics.map(one => rate(one.behaviours[name], one.shares[name]))])} />
    <//>
    <${Section} title="Shares of rounds" about=${SHARES}>
      <${Figures} caption="Shares of rounds" heads=${heads}
        rows=${sharedClasses(metrics).map(name => [name, metrics.map(one => gated(one.shares[name]))])} />
    <//>
    <${Section} title="Tokens" about=${asked ? 'input plus output, of all models' : 'no model was used'}>
      ${asked && html`
        <${Plot} label="Bar chart of the tokens of each run; the table has the same numbers" names=${['tokens']}
          series=${metrics.map(one => ({ values: [one.tokens] }))} />`}
      <${Figures} caption="Tokens" heads=${heads} rows=${[
        row('tokens', 'tokens', figure),
        row('tokens_per_subtask', 'tokens per sub-task', figure),
        row('model_calls', 'model calls', figure)
      ]} />
    <//>
    <${Section} title="Further figures">
      <${Figures} caption="Further figures" heads=${heads}
        rows=${Object.entries(OTHERS).map(([name, [words, tell]]) => row(name, words, tell))} />
    <//>
    ${groups.length > 0 && groups.length < runs.length && html`<${Groups} groups=${groups} />`}
  </div>`
}

const rates = (behaviours, classes) => ({
  values: classes.map(name => behaviours[name]?.per_ten ?? null),
  low: classes.map(name => behaviours[name]?.interval?.low ?? 0),
  high: classes.map(name => behaviours[name]?.interval?.high ?? 0)
})

function Section ({ title, about, wide, children }) {
  return html`<section aria-label=${title} class=${wide ? 'wide' : ''}>
    <h2>${title} ${about && html`<span class="about">${about}</span>`}</h2>
    ${children}
  </section>`
}

/** Runs with the same settings, taken together. */
function Groups ({ groups }) {
  const name = ({ by, runs }) => {
    const { task, arena, agents, mind, p_error: share, guard, ...others } = by
    const apart = Object.entries(others).map(([name, value]) => `${name} ${value ?? 'unknown'}`)
    const alike = [task, arena, agents && many(agents, 'agent'), mind, ...apart].filter(Boolean)
    return `${alike.join(', ')} (${many(runs.length, 'run')})`
  }
  const classes = classesWith(groups.flatMap(one => Object.keys(one.behaviours)))
  const shown = {
    ...Object.fromEntries(Object.entries(TIMES).map(([key, words]) => [key, [words, seconds]])),
    tokens: ['tokens', figure],
    ...OTHERS
  }
  return html`<${Section} wide title="Groups" about="runs with the same settings: mean and 95% interval">
    <${Figures} caption="Groups" kind="groups" heads=${groups.map(name)} rows=${[
      ...Object.entries(shown).map(([key, [words, tell]]) => [
        words,
        groups.map(one => spread(one.figures[key], tell))
      ]),
      ...classes.map(key => [key, groups.map(one => rate(one.behaviours[key], one.shares[key]))]),
      ...sharedClasses(groups).map(key => [`${key}, share of rounds`, groups.map(one => gated(one.shares[key]))])
    ]} />
  <//>`
}
