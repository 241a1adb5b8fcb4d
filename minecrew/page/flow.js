/**
 * Who gave what to whom: items that pass between agents, containers and the world, told from the witness's facts.
 *
 * What lies on the ground is followed from whoever let it fall to whoever picks it up. A fold over events.
 */

export const WORLD = 'the world'
export const START = 'given at the start'
const KEPT = 400 // events that a flow remembers one by one

/** The name of a container, with its owner or its place. */
function containerOf ({ container, owner, structure, position }) {
  const whose = structure ? ` of the ${structure}` : owner ? ` of ${owner}` : ''
  const [x, y, z] = (position ?? []).map(part => Math.floor(part))
  return `${container}${whose || (position ? ` at ${x} ${y} ${z}` : '')}`
}

export class Flow {
  constructor (log) {
    Object.assign(this, { log, flows: new Map(), lying: new Map(), broken: new Map(), made: new Map() })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Takes one more event in. */
  push (event, at) {
    const { kind, agent } = event
    if (kind === 'block.broken') this.broken.set(`${agent} ${event.block}`, event)
    else if (kind === 'item.dropped') this.lying.set(event.entity, { from: this.dropper(event), how: event.origin })
    else if (kind === 'item.picked') this.pick(event, at)
    else if (kind === 'item.granted') this.add(START, agent, '', event, at)
    else if (kind === 'container.moved') this.move(event, at)
    else if (kind === 'item.crafted') this.craft(event, at)
  }

  /** From whom or where it comes. */
  dropper ({ agent, origin, of, position }) {
    if ((origin === 'agent' || origin === 'death') && agent) return agent
    if (origin === 'container') return `a ${of || 'container'}`
    const block = this.broken.get(`${agent} ${of}`)
    const near = block?.position.every((part, axis) => Math.abs(part - position[axis]) < 2)
    if (!near || !(block.owner || block.structure)) return WORLD
    return block.structure ? `the ${block.structure}${block.owner ? ` (${block.owner})` : ''}` : block.owner
  }

  pick (event, at) {
    const { from = WORLD, how } = this.lying.get(event.entity) ?? {}
    if (from !== event.agent) this.add(from, event.agent, how === 'death' ? 'after its death' : '', event, at)
  }

  move (event, at) {
    const box = containerOf(event)
    if (event.direction === 'in') this.add(event.agent, box, '', event, at)
    else this.add(box, event.agent, '', event, at)
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

  /** The greatest first; those between agents before all others. */
  all () {
    const crew = name => this.log.agents.includes(name)
    const among = one => crew(one.from) && crew(one.to)
    return [...this.flows.values()].sort((a, b) => among(b) - among(a) || b.count - a.count)
  }

  /** Pieces that an agent got from elsewhere than another agent, crafted, and gave to other agents. */
  shareOf (name) {
    const sum = flows => flows.reduce((all, { count }) => all + count, 0)
    const crafted = [...this.made.get(name)?.values() ?? []].reduce((all, { count }) => all + count, 0)
    const got = this.all().filter(({ from, to }) => to === name && from !== START && !this.log.agents.includes(from))
    return { got: sum(got), crafted, gave: sum(this.between().filter(({ from, how }) => from === name && !how)) }
  }

  /** What went from one agent to another. */
  between () { return this.all().filter(one => this.log.agents.includes(one.from) && this.log.agents.includes(one.to)) }
}
