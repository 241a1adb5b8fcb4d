/** Shows a run that a service serves, whether it is over, in progress, or waiting for its turn. */

import { ServedWords } from './call_words.js'
import { byId, make } from './elements.js'
import { Follower } from './follow.js'
import { navigate } from './nav.js'
import { Page } from './page.js'
import { ask } from './service.js'
import { Steer } from './steer.js'
import { label } from './words.js'

const run = decodeURIComponent(location.pathname.split('/').at(-1))
const path = `/runs/${encodeURIComponent(run)}`
const nothing = { run, events: [], findings: [], annotations: [], arena: null, problems: [], card: null }

navigate('runs')
const page = window.minecrew = new Page(nothing, {
  words: new ServedWords(run, ask),
  link: other => `/ui/runs/${encodeURIComponent(other)}`,
  post: annotation => ask(`${path}/annotations`, { method: 'POST', body: annotation })
})
const steer = new Steer({ run, say: words => page.say(words) })
page.parts.push(steer)
const trouble = make('p', { id: 'trouble', role: 'alert', hidden: true })
byId('problems').before(trouble)
const files = {
  'as a page that opens offline': 'replay.html',
  'its events': 'export?to=jsonl',
  'as a table': 'export?to=csv'
}
const links = Object.entries(files).flatMap(([name, file], place) =>
  [place ? ', ' : '', make('a', { href: `${path}/${file}`, download: '' }, name)])
const keep = make('p.dim', { id: 'keep', hidden: true }, 'Save this run ', ...links)
byId('counts').after(keep)
const thinkers = make('ul', { id: 'thinkers', 'aria-label': 'Who is thinking' })
byId('crew').before(thinkers)
let turns = 0 // how often findings were asked for
let furnished = 0 // of how many events what stands beside them was asked for
let whole = false // all there was has come: what comes now is new
let wanted = new URLSearchParams(location.search).get('finding')

const follower = new Follower(run, {
  card (card) {
    const first = !page.data.card
    page.introduce(card)
    if (first && page.sought === null && !wanted && card.state !== 'ended') page.player.follow()
    steer.show(card)
    keep.hidden = card.state !== 'ended'
    thinkers.hidden = card.state === 'ended'
  },
  events (events) {
    const first = page.log.length === 0
    page.grow(events)
    if (!whole) return
    if (first) furnish()
    else if (events.some(event => event.kind === 'round.ended')) judge()
  },
  thinking (all) {
    page.wait(all)
    thinkers.replaceChildren(...all.map(({ agent, purpose, characters }) => make('li', {},
      `${agent ?? 'The crew'} thinks (${purpose})`,
      characters ? `: ${characters.toLocaleString('en')} characters` : '')))
  },
  whole () {
    const nothingNew = whole && page.log.length === furnished && page.player.open
    whole = true
    if (!nothingNew) furnish()
  },
  trouble (problem) {
    trouble.hidden = !problem
    trouble.replaceChildren(...problem ? describe(problem) : [])
    steer.rest(Boolean(problem))
  }
})

/** Requests the other contents of the bundle after the events, because the events are shown first. */
async function furnish () {
  const turn = ++turns
  furnished = page.log.length
  const parts = await answer(`${path}/page`)
  if (!parts) return
  page.furnish(parts)
  show(parts.findings, turn)
}

async function judge () {
  const turn = ++turns
  const judged = await answer(`${path}/findings`)
  if (judged) show(judged.findings, turn)
}

function describe (problem) {
  const back = make('a', { href: '/ui/runs' }, 'Back to all runs')
  if (problem.status === 404) return [`The run ${run} was not found. `, back]
  return [`${problem.message} ${problem.status ? '' : 'The page keeps trying.'}`]
}

function show (findings, turn) {
  if (turn < turns) return // newer ones are on their way
  const known = page.data.findings.length > 0 || page.player.open
  const fresh = page.judge(findings)
  const sought = wanted && findings.find(one => one.id === wanted)
  if (sought) {
    wanted = null
    page.select(sought)
  } else if (known && fresh.length) page.say(`New findings: ${fresh.map(label).join(', ')}.`)
}

async function answer (address) {
  try {
    return await ask(address)
  } catch (problem) {
    page.say(problem.message)
    return null
  }
}

await follower.follow()
