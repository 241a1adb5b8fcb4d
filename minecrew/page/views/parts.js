/** Parts that several views share: items, outcomes, findings by class, moments, and problems. */

import { html, useEffect, useRef } from '../../lib/htm.js'
import { amount } from '../amounts.js'
import { byId } from '../elements.js'
import { icon } from '../icon.js'
import { TABLES } from '../tables.js'
import { minutes } from '../words.js'

export const CLASSES = Object.keys(TABLES.classes)

/** Our classes, followed by the classes of plug-ins. */
export const classesWith = others => [...new Set([...CLASSES, ...others])]

/** Announces words to screen readers; repeated words are announced again. */
export function say (words) {
  byId('live').textContent = ''
  setTimeout(() => { byId('live').textContent = words }, 50)
}

/** The minds of a run, without duplicates; personas are shown beside their agents. */
export const minds = titles => [...new Set(titles.map(title => title.replace(/ as \w+$/, '')))].join(' + ')

/** A number with its noun: '1 run', '2 runs'. */
export const many = (count, name) => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`

function Icon ({ item }) {
  const box = useRef()
  useEffect(() => { box.current.replaceChildren(icon(item)) }, [item])
  return html`<span ref=${box} class="icon-box" aria-hidden="true"></span>`
}

/** The goal's items: the number that the team holds, and the number required. */
export function Goods ({ goal, have }) {
  return html`<ul class="goods">${Object.entries(goal).map(([item, count]) => html`
    <li key=${item}><${Icon} item=${item} />${have ? `${have[item] ?? 0} of ` : ''}${amount(item, count)}</li>`)}</ul>`
}

const WAITS = { queued: 'waiting', running: 'running' }
const TRIED = { met: 'passed', not_met: 'failed' }

/** The state or the outcome of a run, in a word or two. */
export function stateOf ({ state, outcome, kind }) {
  return WAITS[state] ?? ((kind === 'try' && TRIED[outcome]) || (outcome ?? 'unfinished').replace('_', ' '))
}

export function Outcome ({ card }) {
  return html`<span class="outcome" data-state=${card.state} data-outcome=${card.outcome} title=${card.reason}>
    ${stateOf(card)}</span>`
}

/** The calls of a skill in words: '12 calls, 75% worked'. */
export const worked = ({ calls, successes }) =>
  `${many(calls, 'call')}, ${Math.round((successes / calls) * 100)}% worked`

/** One option of a <select>. */
export const option = (value, words = value, chosen = null) =>
  html`<option key=${value} value=${value} selected=${value === chosen}>${words}</option>`

export const underWay = card => card.state !== 'ended'

/** Findings by class; if a class has several sub-classes, its title names each. */
export function Found ({ findings }) {
  if (!findings) return null
  const classes = new Map()
  for (const [name, count] of Object.entries(findings)) {
    const [found] = name.split('.')
    const one = classes.get(found) ?? { count: 0, subs: [] }
    one.count += count
    one.subs.push(`${count} ${name}`)
    classes.set(found, one)
  }
  if (!classes.size) return html`<span class="dim">no findings</span>`
  return html`<ul class="found">${[...classes].map(([found, { count, subs }]) => html`
    <li key=${found} data-class=${found} title=${subs.join(', ')}><b>${count}</b> ${found}</li>`)}</ul>`
}

const STEPS = [[60, 'second'], [60, 'minute'], [24, 'hour'], [30, 'day'], [12, 'month'], [Infinity, 'year']]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** '3 minutes ago' */
export function ago (iso) {
  let past = Math.max(0, (Date.now() - Date.parse(iso)) / 1000)
  for (const [size, unit] of STEPS) {
    if (past < size) return relative.format(-Math.floor(past), unit)
    past /= size
  }
}

export function When ({ iso }) {
  if (!iso) return null
  return html`<time datetime=${iso} title=${new Date(iso).toLocaleString()}>${ago(iso)}</time>`
}

/** Game time, with real time beside it. */
export function Took ({ card }) {
  const { game_seconds: game, seconds } = card
  if (game == null && !seconds) return null
  const rounded = seconds < 100 ? seconds?.toFixed(1) : Math.round(seconds)
  return html`<span>${game == null ? '' : html`<b>${minutes(game)}</b> game `}
    ${!seconds ? '' : html`<span class="dim">${rounded} s</span>`}</span>`
}

const TOLD = 3 // single ones, in the words of a Problem

/** Shows a Problem in words; shows nothing for null. */
export function Trouble ({ problem, again }) {
  if (!problem) return null
  return html`<div class="trouble" role="alert">
    <p>${problem.message}</p>
    ${problem.problems?.length > TOLD && html`<ul>${problem.problems.slice(TOLD).map((one, place) => html`
      <li key=${place}>${one.where}: ${one.message}</li>`)}</ul>`}
    ${again && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`
}
