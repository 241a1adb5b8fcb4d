/**
 * Shows when agents died and came back, on their lanes of the time axis, with the same signs as on the map. The events
 * are processed one by one.
 */

import { SIGNS, SIZES } from './map_signs.js'

export class Lives {
  constructor (log) {
    Object.assign(this, { log, turns: [] }) // { agent, sort, at }: `sort` is a sign's
    log.events.forEach((event, at) => this.push(event, at))
  }

  /** Adds one more event. */
  push ({ kind, agent, victim, victim_kind: whose }, at) {
    if (kind === 'died' && whose === 'agent') this.turns.push({ agent: victim, sort: 'death', at })
    else if (kind === 'respawned' && agent) this.turns.push({ agent, sort: 'return', at })
  }

  /** The pixel at `x`, or to its left, that no death or return of `agent` covers. `place`: as in `draw`. */
  free (agent, x, { place }) {
    const near = this.turns.filter(one => one.agent === agent)
      .map(({ sort, at }) => [place(at), SIZES[sort]])
      .filter(([at, half]) => Math.abs(at - x) < 2 * half)
    return Math.min(x, ...near.map(([at, half]) => at - half))
  }

  /**
   * `place` maps the index of an event to a pixel; `middle(lane)`: the middle of an agent's lane, in pixels. Signs that
   * would overlap are drawn side by side.
   */
  draw (pen, { palette, width, place, middle }) {
    const ends = new Map()
    for (const { agent, sort, at } of this.turns) {
      const half = SIZES[sort]
      const x = place(at)
      if (x < -half || x > width + half) continue
      const left = Math.min(width - half, Math.max(half, x, (ends.get(agent) ?? -half) + half))
      if (left - x > 2 * half) continue // too far from its time
      ends.set(agent, left + half)
      SIGNS[sort](pen, [left, middle(this.log.agents.indexOf(agent) + 1)], palette)
    }
  }
}
