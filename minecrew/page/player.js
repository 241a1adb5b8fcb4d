/**
 * The current position in the run, and playback from there.
 * Sends a 'move' event for each move, and a 'state' event for each change of playing, speed or `live`.
 *
 * In a run in progress the player is `live` while it stays with the newest event; any other move ends that.
 */

import { AXES } from './log.js'

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16]
const EVENTS_A_SECOND = 4 // event by event, at speed 1

export class Player extends EventTarget {
  constructor (log) {
    super()
    this.log = log
    this.axis = 'game'
    this.at = 0 // index of the event one is at
    this.x = 0 // place on the axis; at or after that event's
    this.speed = 1
    this.playing = false
    this.open = false // more events may come
    this.live = false
    this.still = true // nobody has moved yet: one is at `lead`, whatever comes
    this.lead = Infinity
  }

  get event () { return this.log.events[this.at] }

  go (at) {
    this.leave()
    this.place(at)
  }

  /** Sets the position that applies until a person moves. */
  rest (at) {
    this.lead = at
    this.place(at)
  }

  place (at) {
    this.at = Math.max(0, Math.min(this.log.length - 1, at))
    this.x = this.log.axes[this.axis][this.at] ?? 0
    this.dispatchEvent(new Event('move'))
  }

  seek (x) {
    this.leave()
    this.x = Math.max(0, Math.min(this.log.end(this.axis), x))
    this.at = this.log.indexAt(this.axis, this.x)
    this.dispatchEvent(new Event('move'))
  }

  choose (axis) {
    if (!(axis in AXES)) return
    this.axis = axis
    this.place(this.at)
  }

  /** Goes to the newest event; in a run in progress, stays with it. */
  follow () {
    this.playing = this.still = false
    this.live = this.open
    this.place(Infinity)
    this.dispatchEvent(new Event('state'))
  }

  /** To be called when the log has grown. */
  grown () { if (this.live || this.still) this.place(this.live ? Infinity : this.lead) }

  /** Sets whether more events may come. */
  expect (open) {
    this.open = open
    this.live &&= open
    this.dispatchEvent(new Event('state'))
  }

  leave () {
    this.still = false
    if (!this.live) return
    this.live = false
    this.dispatchEvent(new Event('state'))
  }

  toggle () {
    if (this.live) this.leave()
    else if (this.playing) this.pause()
    else this.play()
  }

  play () {
    if (this.playing) return
    if (this.at >= this.log.length - 1) {
      if (this.open) return this.follow()
      this.go(0)
    }
    this.playing = true
    let before = null
    const step = now => {
      if (!this.playing) return
      const passed = before === null ? 0 : (now - before) / 1000
      before = now
      this.seek(this.x + passed * this.speed * (this.axis === 'order' ? EVENTS_A_SECOND : 1))
      if (this.x >= this.log.end(this.axis)) return this.open ? this.follow() : this.pause()
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
    this.dispatchEvent(new Event('state'))
  }

  pause () {
    this.playing = false
    this.dispatchEvent(new Event('state'))
  }

  /** Changes the speed by one step up (1) or down (-1). */
  pace (direction) {
    const next = SPEEDS.indexOf(this.speed) + direction
    if (SPEEDS[next]) this.setSpeed(SPEEDS[next])
  }

  setSpeed (speed) {
    this.speed = speed
    this.dispatchEvent(new Event('state'))
  }
}
