/**
 * What is to be seen on the map beside agents and paths: animals, chests and stations, blows, deaths, hand-overs.
 *
 * A fold over events; each mark has the index `at` from which it is there, and `until` which.
 */

import { TABLES } from './tables.js'

const STATIONS = new Set(TABLES.stations)
const MANY = 400 // of a kind; the latest stay

export class MapMarks {
  constructor (log) {
    Object.assign(this, { log, marks: [], stations: new Map(), places: new Map(), dropped: new Map() })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** What the arena has at the start. */
  furnish (arena) {
    for (const { block, x, z } of arena.stations ?? []) this.station(block, [x, 0, z], 0)
    for (const { kind, x, z } of arena.mobs ?? []) this.marks.push({ sort: 'animal', x, z, at: 0, text: kind })
  }

  /** Takes one more event in. */
  push (event, at) {
    const { kind, agent, position } = event
    if (agent && position && ['position', 'bot.joined', 'respawned'].includes(kind)) this.places.set(agent, position)
    if (kind === 'container.stocked' || kind === 'container.moved') this.station(event.container, position, at)
    else if (kind === 'block.placed' && STATIONS.has(event.block)) this.station(event.block, position, at)
    else if (kind === 'block.broken') this.remove(position, at)
    else if (kind === 'attacked' && event.target_kind === 'agent') this.blow(event, at)
    else if (kind === 'died') this.death(event, at)
    else if (kind === 'item.dropped' && (event.origin === 'agent' || event.origin === 'death')) {
      this.dropped.set(event.entity, { agent, position })
    } else if (kind === 'item.picked') this.handOver(event, at)
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
    if (place) this.add({ sort: 'blow', x: place[0], z: place[2], at, text: '' })
  }

  death ({ victim, victim_kind: kind, position }, at) {
    const sort = kind === 'agent' ? 'death' : 'kill'
    this.add({ sort, x: position[0], z: position[2], at, text: sort === 'death' ? `${victim} died` : '' })
  }

  handOver ({ agent, entity, item, count }, at) {
    const from = this.dropped.get(entity)
    const place = this.places.get(agent)
    if (!from?.agent || from.agent === agent || !place) return
    this.add({
      sort: 'hand-over',
      x: place[0],
      z: place[2],
      from: [from.position[0], from.position[2]],
      at,
      text: `${count} ${item} from ${from.agent}`
    })
  }

  add (mark) { this.marks.push(mark) }

  /** Those that are there at the event at index `at`. */
  at (at) {
    const seen = this.marks.filter(one => one.at <= at && (one.until == null || one.until > at))
    return seen.length > MANY ? [...seen.filter(one => one.sort === 'station'), ...seen.slice(-MANY)] : seen
  }
}
