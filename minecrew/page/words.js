/** Events in words, for a person: the same terms as the terminal's replay. Text only; whoever shows it decides how. */

const SKIPPED = new Set(['seq', 't', 'tick', 'round', 'agent', 'subtask', 'source', 'cause', 'kind'])

export const SAYERS = event => event.agent ?? (event.visitor ? `${event.visitor} (a visitor)` : 'the crew')

/** '2 paper, 1 stick'; '-' for nothing. */
export function items (held) {
  const parts = Object.entries(held).filter(([, count]) => count).sort(([a], [b]) => a < b ? -1 : 1)
  return parts.map(([item, count]) => `${count} ${item}`).join(', ') || '-'
}

/** Game time as m:ss.t; '+2.2s' is run time, before the server is up. */
export function clock (event) {
  return event.tick == null ? `+${event.t.toFixed(1)}s` : minutes(event.tick / 20)
}

export function minutes (seconds) {
  const tenths = Math.round(seconds * 10)
  return `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, '0')}`
}

/** What was done to this run that others are without: personas, a guard, failures on purpose. */
export function setting ({ personas = {}, guard, p_error: share }) {
  const named = Object.entries(personas).map(([agent, persona]) => `${agent} ${persona}`).join(', ')
  return [
    named && `personas given: ${named}`,
    ['warn', 'block'].includes(guard) && `guard: ${guard}`,
    share && `${Math.round(share * 100)}% of skill calls to fail on purpose`
  ].filter(Boolean)
}

const spot = place => place.map(part => Math.round(part)).join(' ')
const plus = held => Object.keys(held ?? {}).length ? `, gives back ${items(held)}` : ''
const text = value => typeof value === 'string' ? value : JSON.stringify(value)
const call = event => `${event.name}(${(event.args ?? []).map(text).join(', ')})`
const why = event => [event.code, event.message].filter(Boolean).join(' ')
const whose = ({ structure, owner }) => {
  const of = [structure && `of the ${structure}`, owner && `belonging to ${owner}`].filter(Boolean)
  return of.length ? ` ${of.join(', ')}` : ''
}

const guarded = e => `${e.act}s ${e.target}${whose(e)}${e.count > 1 ? `, ${e.count} times` : ''}: ${e.why}`

function dropped ({ agent, count, item, origin, of }) {
  if (agent && origin === 'agent') return `drops ${count} ${item}`
  if (agent && origin === 'death') return `leaves ${count} ${item} behind`
  const from = of ? ` from ${of}` : ''
  return agent ? `makes ${count} ${item} drop${from}` : `${count} ${item} on the ground${from}`
}

const FLAGS = {
  role_flipping: 'roles are flipped: who is to solve instructs',
  repeating: 'repeats what was said',
  flake: 'promises without anything in it',
  thanks: 'nothing but thanks and goodbyes, again',
  nothing_new: 'three turns without anything new'
}

const TOLD = {
  'run.started': e => [`${e.title}, by ${e.agents.join(', ')}; goal ${items(e.goal)}`, ...setting(e)].join('; '),
  'run.ended': e => `${e.outcome.replace('_', ' ')}: ${e.reason}`,
  'round.started': e => `round ${e.round} begins`,
  'round.ended': e => `round ${e.round} ends (${e.rule.replace('_', ' ')})`,
  'item.granted': e => `starts with ${e.count} ${e.item}`,
  recruited: e => `is recruited as ${e.expert}: ${e.description}`,
  'task.specified': e => `the task, made specific: ${e.text}`,
  asked: () => 'waits for a person',
  said: e => `says${e.to?.length ? ` to ${e.to.join(', ')}` : ''}: “${e.text}”`,
  'discussion.ended': e =>
    `discussion ends after ${e.turns} turn${e.turns === 1 ? '' : 's'} (${e.reason.replace('_', ' ')})`,
  'dialogue.flagged': e => `${e.agent ? 'is flagged' : 'flagged'}: ${FLAGS[e.flag] ?? e.flag}`,
  'claim.checked': e => `claims ${e.true ? 'rightly' : 'what is not so'}: “${e.claim}”; ` +
    `${e.about ?? 'the crew'} holds ${e.held} ${(e.item ?? 'items').replaceAll('_', ' ')}`,
  assigned: e => `is assigned: ${e.text}`,
  refused: e => `refuses: ${e.reason}`,
  'subtask.started': e => `begins: ${e.text}`,
  'subtask.ended': e => `${e.state}: ${e.text}${e.attempts > 1 ? ` (${e.attempts} attempts)` : ''}` +
    (e.state === 'done' ? '' : ` ${why(e)}`),
  'skill.started': e => `tries ${call(e)}`,
  'skill.ended': e => `${e.name} ${e.ok ? 'succeeds' : `fails: ${why(e)}`} after ${e.seconds} s` +
    (e.injected ? ', on purpose' : ''),
  evaluated: e => `evaluation: ${e.feedback}`,
  'goal.checked': e => `goal: ${items(e.have)} of ${items(e.goal)}`,
  fault: e => `fault in ${e.where}: ${e.message}`,
  'model.called': e => `${e.model} is asked to ${e.purpose}: ${e.outcome.replace('_', ' ')} after ${e.seconds} s` +
    (e.message ? ` (${e.message})` : ''),
  'program.written': e => `writes the program ${e.name}: ${e.summary}`,
  'skill.kept': e => `keeps ${e.name} as a skill for all: ${e.summary}`,
  note: e => `note: ${e.text}`,
  'bot.joined': e => `joins at ${spot(e.position)}`,
  'bot.left': e => `leaves: ${e.why}`,
  'bot.restarted': e => `is back after a restart: ${e.why}`,
  'item.dropped': dropped,
  'item.picked': e => `picks up ${e.count} ${e.item}`,
  'item.lost': e => `${e.count} ${e.item} vanished (${e.why})`,
  'item.crafted': e => `crafts ${e.count} ${e.item} of ${items(e.used)}${plus(e.left)}`,
  'item.eaten': e => `eats ${e.count} ${e.item}`,
  'item.spent': e => `uses up ${e.count} ${e.item} (${e.why})`,
  'item.smelted': e => `${e.container} makes ${e.count} ${e.item} of ${items(e.used)}`,
  'fuel.burnt': e => `${e.container} burns ${e.count} ${e.item}${plus(e.left)}`,
  'container.moved': e => `${e.direction === 'in' ? 'lays' : 'takes'} ${e.count} ${e.item} ` +
    `${e.direction === 'in' ? 'into' : 'out of'} the ${e.container}${whose(e)}`,
  'container.stocked': e => `${e.container}${whose(e)} at ${spot(e.position)} holds ${items(e.items)}`,
  'block.broken': e => `breaks ${e.block}${whose(e)} at ${spot(e.position)}${e.tool ? ` with ${e.tool}` : ''}`,
  'block.placed': e => `places ${e.block} at ${spot(e.position)}`,
  attacked: e => `hits ${e.target}${e.weapon ? ` with ${e.weapon}` : ''}, damage ${e.damage}`,
  hurt: e => `is hurt by ${e.by}, damage ${e.damage}, health ${e.health}`,
  died: e => `${e.agent ? '' : `${e.victim} `}dies${e.by ? `, killed by ${e.by}` : ''}`,
  respawned: e => `comes back at ${spot(e.position)}`,
  inventory: e => `holds ${items(e.items)}`,
  position: e => `is at ${spot(e.position)}`,
  'cheat.refused': e => `is refused ${e.what.replace('_', ' ')}: ${e.why}${e.count > 1 ? `, ${e.count} times` : ''}`,
  'guard.warned': e => `is warned: ${guarded(e)}`,
  'guard.denied': e => `is denied: ${guarded(e)}`,
  'clock.changed': e => `game time ${e.state}`
}

/** What `event` tells, without the agent's name; a kind that is not known here by its fields. */
export function tell (event) {
  const told = TOLD[event.kind]
  if (told) return told(event)
  const known = fields(event).map(([name, value]) => `${name} ${value}`).join(', ')
  return `${event.kind.replaceAll('.', ' ')} ${known}`
}

/** The kind's own fields as [name, text], as they stand in the log. */
export function fields (event) {
  return Object.entries(event).filter(([name, value]) => !SKIPPED.has(name) && value != null && value !== '')
    .map(([name, value]) => [name, text(value)])
}

/** Whole sentence: who and what. */
export function sentence (event) {
  const told = tell(event)
  return event.agent ? `${event.agent} ${told}` : event.visitor ? `${SAYERS(event)} ${told}` : told
}

const DEEDS = { // [of one, of many]; % is whom
  'volunteer.time': ['gives time to %', 'give time to %'],
  'volunteer.resource': ['gives material to %', 'give material to %'],
  'volunteer.assistance': ['helps %', 'help %'],
  'conformity.professed': ['gives in to %, in words', 'give in to %, in words'],
  'conformity.confirmed': ['gives in to % and returns to the task', 'give in to % and return to the task'],
  'destructive.agent_harm': ['harms %', 'harm %'],
  'destructive.structure_damage': ['damages a building', 'damage a building'],
  accident: ['harms by accident', 'harm by accident'],
  contradiction: ['says one thing and does another', 'say one thing and do another']
}
const KILLS = ['kills %', 'kill %']

export const label = finding => [finding.class, finding.sub].filter(Boolean).join('.')

const both = names => names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')

/** What was broken: '1 bookshelf of the library (the village)'; '' where no event tells. */
function broken (events) {
  const counts = new Map()
  for (const { kind, block, structure, owner } of events) {
    if (kind !== 'block.broken') continue
    const name = `${block}${structure ? ` of the ${structure}` : ''}${owner ? ` (${owner})` : ''}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return both([...counts].map(([name, count]) => `${count} ${name}`))
}

/** Who did what to whom, and what was taken. `events`: the evidence, which tells more than the finding does. */
export function judgement (finding, events = []) {
  const { agents, targets = [], taken = {} } = finding
  const name = label(finding)
  const many = agents.length > 1 ? 1 : 0
  const died = event => event.kind === 'died' && targets.includes(event.victim)
  const killed = name === 'destructive.agent_harm' && events.some(died)
  const what = name === 'destructive.structure_damage' && broken(events)
  const deed = what ? `${many ? 'break' : 'breaks'} ${what}` : (killed ? KILLS : DEEDS[name] ?? [name, name])[many]
  const whom = targets.length && !deed.includes('%') ? `, towards ${both(targets)}` : ''
  const took = Object.keys(taken).length ? `, taking ${items(taken)}` : ''
  return `${both(agents)} ${deed.replace('%', () => both(targets))}${whom}${took}`
}
