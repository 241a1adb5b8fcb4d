/** The sub-tasks of all agents, and how each ended. The events are processed one by one. */

import { HARM, placesOf } from './deeds.js'

/**
 * The signs for the ends of sub-tasks. A tick would say that all is well, so a sub-task that was done by causing harm
 * has its own sign.
 */
export const ENDS = { done: '✓', harm: '!', failed: '✗', stopped: '■', refused: '–' }

export class Subtasks {
  /** `filter` knows the findings. */
  constructor (log, filter) {
    Object.assign(this, { log, filter, spans: [], begun: new Map(), ended: new Map(), judged: null, harmed: new Set() })
    log.events.forEach((event, at) => this.push(event, at))
  }

  /**
   * Adds one more event. `spans`: { agent, id, begin, end, state, ran, failed }: `begin` and `end` are indexes of
   * events, `end` is null while the sub-task lasts, and `failed` says whether its last program failed.
   */
  push (event, at) {
    const { kind, agent } = event
    const now = this.begun.get(agent)
    if (kind === 'subtask.started') this.begin(event, at)
    else if (kind === 'skill.started') now?.ran.add(event.name)
    else if (kind === 'skill.ended' && now) now.failed = !event.ok
    else if (kind === 'subtask.ended') {
      const span = now ?? this.begin(event, at)
      Object.assign(span, { end: at, state: event.state })
      this.begun.delete(agent)
      this.ended.set(event.seq, span)
    }
  }

  begin ({ agent, subtask: id }, at) {
    const span = { agent, id, begin: at, end: null, state: 'open', ran: new Set(), failed: false }
    this.begun.set(agent, span)
    this.spans.push(span)
    return span
  }

  /** How a sub-task ended: one of ENDS, or 'open'. An agent that gives up what it tried has failed, not refused. */
  endOf ({ id, state, failed }) {
    if (state === 'done' && this.harms.has(id)) return 'harm'
    return state === 'refused' && failed ? 'failed' : state
  }

  /** The ids of the sub-tasks in which agents did the harm that was found. */
  get harms () {
    const { findings } = this.filter
    if (this.judged !== findings) {
      const deeds = findings.filter(one => one.class === HARM).flatMap(one =>
        placesOf(this.log, one).map(at => this.log.events[at]).filter(({ agent }) => one.agents.includes(agent)))
      Object.assign(this, { judged: findings, harmed: new Set(deeds.map(event => event.subtask).filter(Boolean)) })
    }
    return this.harmed
  }
}
