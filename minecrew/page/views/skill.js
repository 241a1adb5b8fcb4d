/** Shows one skill: its purpose and parameters, its record, and its text. */

import { html, useState } from '../../lib/htm.js'
import { ask } from '../service.js'
import { useAnswer } from './answer.js'
import { Code } from './code.js'
import { Trouble, say, worked } from './parts.js'
import { Trial } from './trial.js'

export const PLACES = { package: 'ships with minecrew', plugin: 'a plug-in', yours: 'yours' }

/** The skill as a program calls it: mineBlock(bot, name, count = 1). */
const signature = ({ name, params }) =>
  `${name}(${['bot', ...params.map(written)].join(', ')})`

const written = param => param.default == null ? param.name : `${param.name} = ${param.default}`

export function SkillView ({ name, edit, copy, gone }) {
  const { data: skill, problem, again } = useAnswer(`/skills/${encodeURIComponent(name)}`)
  const [refused, setRefused] = useState(null)
  const remove = async () => {
    if (!confirm(`Delete ${name}?`)) return
    try {
      await ask(`/skills/${encodeURIComponent(name)}`, { method: 'DELETE' })
      say(`${name} has been deleted.`)
      gone()
    } catch (problem) { setRefused(problem) }
  }
  if (!skill || skill.name !== name) return html`<${Trouble} problem=${problem} again=${again} />`
  const mine = skill.place === 'yours'
  return html`<article class="skill" aria-label=${name}>
    <section>
      <h2 class="signature"><code>${signature(skill)}</code></h2>
      <p class="sentence">${skill.about}</p>
      <p class="dim">${PLACES[skill.place] ?? skill.place}${skill.shadows ? `; stands for ${skill.shadows}` : ''}</p>
      ${skill.params.length > 0 && html`<dl class="facts">${skill.params.map(one => html`
        <dt key=${one.name}><code>${one.name}</code></dt><dd>${[one.type, one.text].filter(Boolean).join(', ')}</dd>`
        )}</dl>`
      }
      <dl class="facts">
        ${skill.needs && html`<dt>needs</dt><dd>${skill.needs}</dd>`}
        ${skill.keywords.length > 0 && html`<dt>keywords</dt><dd>${skill.keywords.join(', ')}</dd>`}
        ${skill.example && html`<dt>example</dt><dd><code>${skill.example}</code></dd>`}
        <dt>so far</dt><dd><${Use} record=${skill.record} /></dd>
      </dl>
      <${Trouble} problem=${refused} />
      <p class="buttons">
        ${mine && html`<button type="button" class="primary" onClick=${() => edit(skill)}>Edit</button>`}
        <button type="button" onClick=${() => copy(skill)}>Write your own version</button>
        ${mine && html`<button type="button" onClick=${remove}>Delete</button>`}
        ${mine && html`<a class="button" href="/ui/runs?start">Use it in a run</a>`}
      </p>
    </section>
    <section aria-label="Text"><h2>Text</h2><${Code} text=${skill.source} /></section>
    <section aria-label="Trial"><${Trial} name=${name} /></section>
  </article>`
}

/** The results of the skill's calls in the existing runs. */
function Use ({ record }) {
  if (!record?.calls) return html`<span class="dim">no run has called it</span>`
  const { calls, codes, game_seconds: seconds } = record
  const failed = Object.entries(codes).map(([code, count]) => `${count} ${code}`).join(', ')
  const each = `${(seconds / calls).toFixed(1)} game seconds each${failed && `; failed with ${failed}`}`
  return html`<span>${worked(record)}, ${each}</span>`
}
