/**
 * The marks on the map, besides agents and paths: animals, chests and stations, hits, deaths, returns, and items that
 * passed between agents.
 *
 * The events are processed one by one. Each mark has the indexes `at`, from which it is shown, and `until`.
 */

import { amount } from './amounts.js'
import { TABLES } from './tables.js'

const STATIONS = new Set(TABLES.stations)
const MANY = 400 // of a kind; the latest stay

export class MapMarks {
  /** `flow` tracks how items pass between agents, so each event must be added to it first. */
  constructor (log, flow) {
    Object.assign(this, { log, flow, marks: [], stations: new Map(), places: new Map() })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds the arena's marks at the start. */
  furnish (arena) {
    for (const { block, x, z } of arena.stations ?? []) this.station(block, [x, 0, z], 0)
    for (const { kind, x, z } of arena.mobs ?? []) this.marks.push({ sort: 'animal', x, z, at: 0, text: kind })
  }

  /** Adds one more event. */
  push (event, at) {
    const { kind, agent, position } = event
    if (agent && position && ['position', 'bot.joined', 'respawned'].includes(kind)) this.places.set(agent, position)
    if (kind === 'container.stocked' || kind === 'container.moved') this.station(event.container, position, at)
    else if (kind === 'block.placed' && STATIONS.has(event.block)) this.station(event.block, position, at)
    else if (kind === 'block.broken') this.remove(position, at)
    else if (kind === 'attacked' && event.target_kind === 'agent') this.blow(event, at)
    else if (kind === 'died') this.death(event, at)
    else if (kind === 'respawned' && agent) this.mark('return', position, at, `${agent} came back`)
    else if (kind === 'item.picked') this.handOver(event, at)
  }

  station (block, [x, , z], at) {
    const key = `${Math.floor(x)} ${Math.floor(z)}`
    if (this.stations.has(key)) return
    const [left, top] = [Math.floor(x) + 0.5, Math.floor(z) + 0.5]
    const mark = { sort: 'station', x: left, z: top, at, text: block.replaceAll('_', ' ') }
    this.stations.set(key, mark)
    this.marks.push(mark)
  }

  remove ([x, , z], at) {
    const key = `${Math.floor(x)} ${Math.floor(z)}`
    const mark = this.stations.get(key)
    if (!mark) return
    mark.until = at
    this.stations.delete(key)
  }

  blow ({ agent, target }, at) {
    const place = this.places.get(target) ?? this.places.get(agent)
    if (place) this.mark('blow', place, at)
  }

  death ({ victim, victim_kind: kind, position }, at) {
    if (kind === 'agent') this.mark('death', position, at, `${victim} died`, { victim })
    else this.mark('kill', position, at)
  }

  handOver ({ agent, item, count }, at) {
    const pass = this.flow.passes.get(at)
    const place = this.places.get(agent)
    if (!pass || !place) return
    const sort = pass.how === 'given' ? 'hand-over' : 'taking'
    const words = sort === 'taking' ? `${pass.how} from` : 'from'
    this.mark(sort, place, at, `${amount(item, count)} ${words} ${pass.from}`, { from: [pass.spot[0], pass.spot[2]] })
  }

  mark (sort, [x, , z], at, text = '', more = {}) { this.marks.push({ sort, x, z, at, text, ...more }) }

  /** The marks that are shown at the event with index `at`. */
  at (at) {
    const seen = this.marks.filter(one => one.at <= at && (one.until == null || one.until > at))
    return seen.length > MANY ? [...seen.filter(one => one.sort === 'station'), ...seen.slice(-MANY)] : seen
  }
}
