/**
 * Follows a run's events: first the existing ones, then each new one as it is written, without loss or repetition.
 *
 * After any failure of the service or the connection, the requests continue from the first missing event.
 */

import { Problem, ask, request } from './service.js'

const SOONEST = 500 // ms until it is asked again
const LATEST = 5000
const SELDOM = 10000 // ms between two questions of a page that is hidden
const WORK = 30 // ms of reading, then the page has its turn
const GONE = [401, 403, 404] // asking again would not help

export class Follower {
  /**
   * `told` has a function for each kind of news: `card(card)`, `events(list)` in order, `thinking(list)`,
   * `trouble(problem)`, where null means that the problem is over, and `whole()` each time all existing events have
   * arrived. `wait(ms)` is a parameter for tests.
   */
  constructor (run, told, wait = ms => new Promise(resolve => setTimeout(resolve, ms))) {
    Object.assign(this, { told, wait, next: 0 })
    this.path = `/runs/${encodeURIComponent(run)}`
  }

  /** Resolves once the run has ended and all events have arrived, or if the run is not available. */
  async follow () {
    for (let pause = SOONEST; ;) {
      const before = this.next
      try {
        return await this.attempt()
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem
        this.told.trouble(problem)
        if (GONE.includes(problem.status)) return
      }
      if (this.next > before) pause = SOONEST
      await this.wait(pause)
      pause = Math.min(pause * 2, LATEST)
    }
  }

  async attempt () {
    for (;;) {
      const asked = [this.know(), this.read()] // events do not wait for the card
      await Promise.allSettled(asked)
      const [card] = await Promise.all(asked)
      if (card.state === 'ended') await this.read() // the log may have grown before the run ended
      this.told.trouble(null)
      this.told.whole()
      if (card.state === 'ended') return
      await (document.hidden ? this.rest() : this.listen())
    }
  }

  /**
   * Waits until a hidden page is shown, but at most SELDOM. A browser has only six connections for all pages of a
   * service, so a hidden page keeps none open, and asks rarely.
   */
  async rest () {
    const seen = new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }))
    await Promise.race([seen, this.wait(SELDOM)])
  }

  async know () {
    const card = await ask(this.path)
    this.told.card(card)
    return card
  }

  /**
   * Reads all events that are already written, piece by piece, so that the first can be shown before the last has
   * arrived.
   */
  async read () {
    const response = await request(`${this.path}/events?from=${this.next}`, {
      headers: { Accept: 'application/x-ndjson' }
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let rested = performance.now()
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Problem('The service no longer answers.')
      })
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() // not whole yet
      this.take(lines)
      if (performance.now() - rested < WORK) continue
      await this.wait(0)
      rested = performance.now()
    }
  }

  take (lines) {
    const fresh = []
    for (const line of lines) {
      if (!line) continue
      const event = JSON.parse(line)
      if (event.seq < this.next) continue
      this.next = event.seq + 1
      fresh.push(event)
    }
    if (fresh.length) this.told.events(fresh)
  }

  /** Resolves at the end of the run, and when the page is hidden; rejects with a Problem if the stream breaks. */
  listen () {
    return new Promise((resolve, reject) => {
      const stream = new EventSource(`${this.path}/events?from=${this.next}`)
      const over = end => {
        this.told.thinking([])
        document.removeEventListener('visibilitychange', hidden)
        stream.close()
        end()
      }
      const hidden = () => over(resolve)
      document.addEventListener('visibilitychange', hidden)
      stream.addEventListener('event', message => this.take([message.data]))
      stream.addEventListener('state', message => this.told.card(JSON.parse(message.data)))
      stream.addEventListener('thinking', message => this.told.thinking(JSON.parse(message.data)))
      stream.addEventListener('end', () => over(resolve))
      stream.addEventListener('error', () => over(() => reject(new Problem('The service does not answer.'))))
    })
  }
}
