/**
 * How items pass between agents, containers and the world, according to the witness's facts.
 *
 * Items on the ground are followed from the agent that dropped them to the agent that picks them up. The events are
 * processed one by one.
 */

export const WORLD = 'the world'
export const START = 'at the start'
/** The ways in which an agent gets items, and their meanings. Ways without an explanation are self-evident. */
export const WAYS = {
  given: 'the holder threw them to the other agent',
  taken: "after two or more blows, or from somebody else's property",
  looted: 'from the body of a dead agent',
  found: null,
  stored: null,
  start: null
}
const MEANT = 2 // blows by which what is thrown counts as taken, as in behaviors/destructive.py
const KEPT = 400 // events that a flow remembers one by one

/** The name of a container, with its owner or its place. */
function containerOf ({ container, owner, structure, position }) {
  const whose = structure ? ` of the ${structure}` : owner ? ` of ${owner}` : ''
  const [x, y, z] = (position ?? []).map(part => Math.floor(part))
  return `${container}${whose || (position ? ` at ${x} ${y} ${z}` : '')}`
}

const pair = (one, other) => JSON.stringify([one, other])

export class Flow {
  constructor (log) {
    Object.assign(this, {
      log,
      flows: new Map(),
      lying: new Map(), // entity -> { from, how, spot }
      broken: new Map(),
      blows: new Map(), // striker and struck -> how many in this round
      made: new Map(),
      passes: new Map() // index of an event -> { from, how, spot } of what came from another agent there
    })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push (event, at) {
    const { kind, agent } = event
    if (kind === 'block.broken') this.broken.set(`${agent} ${event.block}`, event)
    else if (kind === 'item.dropped') this.lying.set(event.entity, this.fall(event))
    else if (kind === 'item.picked') this.pick(event, at)
    else if (kind === 'item.granted') this.add(START, agent, 'start', event, at)
    else if (kind === 'container.moved') this.move(event, at)
    else if (kind === 'item.crafted') this.craft(event, at)
    else if (kind === 'round.started') this.blows.clear()
    else if (kind === 'attacked' && event.target_kind === 'agent') this.strike(agent, event.target, 1)
    else if (kind === 'died' && event.victim_kind === 'agent' && event.by) this.strike(event.by, event.victim, MEANT)
  }

  strike (by, whom, blows) { this.blows.set(pair(by, whom), (this.blows.get(pair(by, whom)) ?? 0) + blows) }

  /** The source of a dropped item, and the way in which it reaches the agent that picks it up. */
  fall ({ agent, origin, of, position }) {
    if (agent && origin === 'death') return { from: agent, how: 'looted', spot: position }
    if (agent && origin === 'agent') return { from: agent, how: 'given', spot: position }
    if (origin === 'container') return { from: `a ${of || 'container'}`, how: 'found' }
    const block = this.broken.get(`${agent} ${of}`)
    const near = block?.position.every((part, axis) => Math.abs(part - position[axis]) < 2)
    if (!near || !(block.owner || block.structure)) return { from: WORLD, how: 'found' }
    const owner = block.structure ? `the ${block.structure}${block.owner ? ` (${block.owner})` : ''}` : block.owner
    return { from: owner, how: 'taken' }
  }

  pick (event, at) {
    const { from, how, spot } = this.lying.get(event.entity) ?? { from: WORLD, how: 'found' }
    if (from === event.agent) return
    const forced = how === 'given' && this.blows.get(pair(event.agent, from)) >= MEANT
    const way = forced ? 'taken' : how
    if (spot) this.passes.set(at, { from, how: way, spot })
    this.add(from, event.agent, way, event, at)
  }

  move (event, at) {
    const box = containerOf(event)
    const { agent, direction, owner, structure } = event
    if (direction === 'in') this.add(agent, box, 'stored', event, at)
    else this.add(box, agent, structure || (owner && owner !== agent) ? 'taken' : 'found', event, at)
  }

  craft ({ agent, item, count }, at) {
    if (!agent) return
    const known = this.made.get(agent) ?? new Map()
    const one = known.get(item) ?? { count: 0, events: [] }
    one.count += count
    if (one.events.length < KEPT) one.events.push(at)
    this.made.set(agent, known.set(item, one))
  }

  add (from, to, how, { item, count = 1 }, at) {
    if (!to) return
    const key = JSON.stringify([from, to, how])
    const one = this.flows.get(key) ?? { from, to, how, count: 0, items: {}, events: [] }
    one.count += count
    one.items[item] = (one.items[item] ?? 0) + count
    if (one.events.length < KEPT) one.events.push(at)
    this.flows.set(key, one)
  }

  /** All flows, the largest first; flows between agents come before all others. */
  all () {
    const crew = name => this.log.agents.includes(name)
    const among = one => crew(one.from) && crew(one.to)
    return [...this.flows.values()].sort((a, b) => among(b) - among(a) || b.count - a.count)
  }

  /** The number of items that an agent got from the world, crafted, gave to other agents, and took from them. */
  shareOf (name) {
    const sum = flows => flows.reduce((all, { count }) => all + count, 0)
    const crafted = [...this.made.get(name)?.values() ?? []].reduce((all, { count }) => all + count, 0)
    const got = this.all().filter(({ from, to }) => to === name && from !== START && !this.log.agents.includes(from))
    const gave = this.between().filter(({ from, how }) => from === name && how === 'given')
    const took = this.between().filter(({ to, how }) => to === name && how !== 'given')
    return { got: sum(got), crafted, gave: sum(gave), took: sum(took) }
  }

  /** The flows from one agent to another. */
  between () { return this.all().filter(one => this.log.agents.includes(one.from) && this.log.agents.includes(one.to)) }
}
