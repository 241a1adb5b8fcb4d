/**
 * One run in the list. The row is drawn again once a minute, and otherwise only if its card or its selection has
 * changed.
 */

import { Component, html } from '../../lib/htm.js'
import { runPath } from './address.js'
import { Found, Goods, Outcome, Took, When, many, minds, underWay } from './parts.js'

const bent = (card, agent) => card.personas?.[agent] ?? (card.human?.includes(agent) ? 'a person' : null)

/** The place and the conditions of the run, without the defaults. */
const setting = card => [
  card.kind === 'try' && 'a skill tried',
  card.arena && `${card.arena}${card.seed == null ? '' : `, seed ${card.seed}`}`,
  card.guard && card.guard !== 'warn' && `guard: ${card.guard}`
].filter(Boolean).join(' · ')

export class RunRow extends Component {
  shouldComponentUpdate (next) { return ['card', 'chosen', 'minute'].some(name => next[name] !== this.props[name]) }

  render ({ card, chosen, choose, stop }) {
    const id = `run-${card.id}`
    return html`<li class="run" data-run=${card.id} data-state=${card.state}>
      <label class="pick" title="Select this run for a comparison">
        <input type="checkbox" checked=${chosen} aria-labelledby=${id}
          onChange=${event => choose(card.id, event.target.checked)} /></label>
      <div class="what">
        <a id=${id} href=${runPath(card.id)}>${card.title || card.id}</a>
        <span class="dim">${setting(card)}</span>
      </div>
      <div class="goal"><${Goods} goal=${card.goal} have=${card.have} /></div>
      <div class="who">
        <span>${card.agents.map((agent, place) => {
          const persona = bent(card, agent)
          return [place ? ', ' : '', agent, persona && html` <i class="dim">(${persona})</i>`]
        })}</span>
        <span class="dim">${minds(Object.values(card.minds))}</span>
      </div>
      <div class="state"><${Outcome} card=${card} />
        <span class="dim">${card.rounds ? many(card.rounds, 'round') : ''}</span></div>
      <div class="findings"><${Found} findings=${card.findings} /></div>
      <div class="time"><${Took} card=${card} /><span class="dim"><${When} iso=${card.started} /></span></div>
      ${underWay(card) && html`
        <button type="button" class="stop" aria-label=${`Stop ${card.title}`}
          onClick=${() => stop(card)}>Stop</button>`}
    </li>`
  }
}
