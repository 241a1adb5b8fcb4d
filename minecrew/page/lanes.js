/**
 * The time axis: one lane for the crew, one per agent, one for findings. The time axis has two canvases: one for the
 * events, and one for the current position.
 *
 * Each pixel column is drawn once, however many events it contains, so a frame takes the same time for any run.
 */

import { deedOf } from './deeds.js'
import { FAMILIES, family } from './kinds.js'
import { LaneBars } from './lane_bars.js'
import { Lives } from './lives.js'
import { lastAtMost } from './log.js'
import { fit } from './palette.js'
import { Subtasks } from './subtasks.js'
import { minutes } from './words.js'

const ROOM = 70 // pixels for all agents' lanes, where they fit
const LANES = [14, 24] // the least and the greatest height of one
const EDGE = 15 // height of the crew's lane, and of the findings'
const RULER = 18
const TICK = 5 // height of an event
const SIGN = 7 // half a finding's sign, in pixels
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200, 36000]
// What is drawn last covers the others.
const LOUD = ['places', 'run', 'items', 'task', 'hunt', 'blocks', 'talk', 'harm']

export class Lanes {
  constructor ({ box, labels, log, activity, player, filter, palette, judged }) {
    Object.assign(this, { box, log, player, filter, palette, judged, labels, selected: null, picked: () => {} })
    this.subtasks = new Subtasks(log, filter)
    this.lives = new Lives(log)
    this.bars = new LaneBars({ log, activity, subtasks: this.subtasks, lives: this.lives })
    this.base = box.appendChild(document.createElement('canvas'))
    this.over = box.appendChild(document.createElement('canvas'))
    for (const canvas of [this.base, this.over]) canvas.setAttribute('aria-hidden', 'true')
    this.zoom = 1
    this.from = 0
    this.nameLanes()
    box.addEventListener('pointerdown', event => this.press(event))
    box.addEventListener('wheel', event => this.wheel(event), { passive: false })
    new ResizeObserver(() => this.draw()).observe(box)
  }

  get rows () { return this.log.agents.length + 1 + this.judged }
  /** The height of an agent's lane. */
  get lane () { return Math.max(LANES[0], Math.min(LANES[1], Math.floor(ROOM / Math.max(1, this.log.agents.length)))) }

  get height () { return this.top(this.rows) }

  /** The pixel at which a lane begins. */
  top (lane) {
    const { length } = this.log.agents
    return RULER + (lane > 0 ? EDGE : 0) + this.lane * Math.max(0, Math.min(lane - 1, length)) +
      (lane > length + 1 ? EDGE : 0)
  }

  get span () { return Math.max(this.log.end(this.player.axis), this.player.axis === 'order' ? 1 : 0.05) / this.zoom }
  get xs () { return this.log.axes[this.player.axis] }

  nameLanes () {
    const names = ['crew', ...this.log.agents, ...(this.judged ? ['findings'] : [])]
    this.labels.replaceChildren(...names.map((name, place) => {
      const label = document.createElement('li')
      label.textContent = label.title = name
      label.style.height = label.style.lineHeight = `${this.top(place + 1) - this.top(place)}px`
      if (place && place <= this.log.agents.length) label.dataset.agent = (place - 1) % 8
      return label
    }))
    this.box.style.height = `${this.height}px`
  }

  /** Adds one more event. */
  push (event, at) {
    this.subtasks.push(event, at)
    this.lives.push(event, at)
  }

  pixel (x) { return (x - this.from) / this.span * this.width }

  /** Draws everything that does not move with the cursor. */
  draw () {
    this.width = this.box.clientWidth
    if (!this.width) return
    this.clamp()
    fit(this.base, this.width, this.height)
    fit(this.over, this.width, this.height)
    const pen = this.base.getContext('2d')
    pen.clearRect(0, 0, this.width, this.height)
    this.drawRuler(pen)
    this.drawSpans(pen)
    this.drawEvents(pen)
    this.drawLives(pen)
    this.drawFindings(pen)
    this.drawCursor()
  }

  drawRuler (pen) {
    const { palette, width, span, height } = this
    const numbers = this.player.axis === 'order'
    const least = span / Math.max(2, width / 90)
    const step = numbers ? Math.max(1, 10 ** Math.ceil(Math.log10(least))) : STEPS.find(one => one >= least) ?? least
    pen.font = '11px system-ui, sans-serif'
    pen.textBaseline = 'middle'
    for (let x = Math.ceil(this.from / step) * step; x <= this.from + span; x += step) {
      pen.fillStyle = palette.line
      pen.fillRect(Math.round(this.pixel(x)), RULER - 3, 1, height)
      pen.fillStyle = palette.dim
      const text = numbers ? `#${this.log.events[Math.round(x)]?.seq ?? ''}` : minutes(x)
      if (this.pixel(x) < width - 34) pen.fillText(text, this.pixel(x) + 3, 8)
    }
    for (let lane = 0; lane <= this.rows; lane++) {
      pen.fillStyle = palette.line
      pen.fillRect(0, this.top(lane) - 1, width, 1)
    }
    this.drawRounds(pen)
  }

  drawRounds (pen) {
    let free = 0
    for (const { round, at } of this.log.rounds) {
      const x = Math.round(this.pixel(this.xs[at]))
      pen.fillStyle = this.palette.text
      pen.fillRect(x, RULER - 2, 1, this.height - RULER + 2)
      if (x < free) continue // it would lie over the one before
      pen.fillText(`round ${round}`, x + 4, RULER + EDGE / 2)
      free = x + 56
    }
  }

  drawSpans (pen) {
    const { palette, width, lane } = this
    const shape = {
      palette,
      width,
      place: at => this.pixel(this.xs[at]),
      placeAt: seconds => this.pixel(seconds),
      top: row => this.top(row) + 1,
      height: lane - TICK - 3,
      onRun: this.player.axis === 'run'
    }
    this.bars.draw(pen, shape)
    this.bars.drawNames(pen, shape)
  }

  drawLives (pen) {
    const { palette, width } = this
    const middle = row => this.top(row) + (this.lane - TICK) / 2
    this.lives.draw(pen, { palette, width, middle, place: at => this.pixel(this.xs[at]) })
  }

  drawEvents (pen) {
    const { log, width, filter, xs, rows } = this
    const columns = Math.ceil(width)
    const bins = new Uint8Array(columns * rows) // a bit a family
    const before = lastAtMost(xs, this.from - this.span / width)
    const range = xs[Math.max(0, before)] < this.from ? before : -1
    const first = Math.max(0, lastAtMost(filter.shown, range))
    for (let row = first; row < filter.shown.length; row++) {
      const at = filter.shown[row]
      const column = Math.floor(this.pixel(xs[at]))
      if (column > columns) break
      if (column >= 0) {
        bins[log.lane(log.events[at]) * columns + Math.min(column, columns - 2)] |= 1 << family(log.events[at])
      }
    }
    for (const name of LOUD) {
      const bit = 1 << FAMILIES.indexOf(name)
      const small = name === 'places' || name === 'run'
      pen.fillStyle = this.palette[name]
      for (let lane = 0; lane < rows; lane++) {
        const top = this.top(lane + 1) - TICK - 1 + (small ? TICK / 2 : 0)
        for (let column = 0; column < columns; column++) {
          if (bins[lane * columns + column] & bit) pen.fillRect(column, top, 2, small ? TICK / 2 : TICK)
        }
      }
    }
  }

  /** The place of a finding: the event at which the deed was done. */
  placeOf (finding) { return deedOf(this.log, finding) ?? 0 }

  /**
   * The place where a finding's sign is drawn, moved inwards at the ends of the axis, so that the whole sign is
   * visible.
   */
  signOf (finding) {
    const x = this.pixel(this.xs[this.placeOf(finding)])
    return x < -SIGN || x > this.width + SIGN ? x : Math.max(SIGN, Math.min(this.width - SIGN, x))
  }

  drawFindings (pen) {
    const middle = this.top(this.rows) - EDGE / 2
    for (const finding of this.filter.judged) {
      const x = this.signOf(finding)
      pen.fillStyle = this.palette[finding.class] ?? this.palette.text
      pen.beginPath()
      pen.moveTo(x, middle - SIGN)
      pen.lineTo(x + SIGN, middle)
      pen.lineTo(x, middle + SIGN)
      pen.lineTo(x - SIGN, middle)
      pen.fill()
    }
  }

  /** Draws the current position, and the evidence of the selected finding. */
  drawCursor () {
    if (!this.width) return
    const pen = this.over.getContext('2d')
    pen.clearRect(0, 0, this.width, this.height)
    if (this.selected) this.drawEvidence(pen)
    const x = Math.round(this.pixel(this.player.x))
    pen.fillStyle = this.palette.text
    pen.fillRect(x - 1, RULER - 6, 2, this.height)
    pen.beginPath()
    pen.moveTo(x - 6, RULER - 10)
    pen.lineTo(x + 6, RULER - 10)
    pen.lineTo(x, RULER - 2)
    pen.fill()
  }

  drawEvidence (pen) {
    const root = { x: this.signOf(this.selected), y: this.top(this.rows) - EDGE / 2 }
    pen.strokeStyle = this.palette.cited
    for (const { seq } of this.selected.evidence) {
      const at = this.log.find(seq)
      if (at < 0) continue
      const x = this.pixel(this.xs[at])
      const y = this.top(this.log.lane(this.log.events[at]) + 1) - TICK / 2
      pen.lineWidth = 1
      // Many lines must not hide the lanes.
      pen.globalAlpha = Math.max(0.1, Math.min(0.5, 6 / this.selected.evidence.length))
      pen.beginPath()
      pen.moveTo(root.x, root.y)
      pen.lineTo(x, y)
      pen.stroke()
      pen.globalAlpha = 1
      pen.lineWidth = 2.5
      pen.beginPath()
      pen.arc(x, y, 5, 0, 7)
      pen.stroke()
    }
    pen.beginPath()
    pen.arc(root.x, root.y, SIGN + 2, 0, 7)
    pen.stroke()
  }

  clamp () { this.from = Math.max(0, Math.min(this.from, this.span * this.zoom - this.span)) }

  /** Moves the view so that the cursor is visible; true if the view moved. */
  follow () {
    const x = this.pixel(this.player.x)
    if (this.zoom === 1 || (x >= 0 && x <= this.width)) return false
    this.from = this.player.x - this.span * (this.player.playing ? 0.1 : 0.5)
    this.clamp()
    return true
  }

  /** Zooms by `factor` around the cursor, or around `x`. */
  scale (factor, x = this.player.x) {
    const share = (x - this.from) / this.span
    this.zoom = Math.max(1, Math.min(4096, this.zoom * factor))
    this.from = x - share * this.span
    this.draw()
  }

  wheel (event) {
    if (!event.ctrlKey && !event.deltaX) return
    event.preventDefault()
    const x = this.from + event.offsetX / this.width * this.span
    if (event.ctrlKey) return this.scale(event.deltaY < 0 ? 1.25 : 0.8, x)
    this.from += event.deltaX / this.width * this.span
    this.draw()
  }

  press (event) {
    const box = this.box.getBoundingClientRect()
    const place = one => this.from + Math.max(0, Math.min(1, (one.clientX - box.left) / box.width)) * this.span
    if (event.clientY - box.top > this.top(this.rows - 1)) {
      const near = this.nearest(event.clientX - box.left)
      if (near) return this.picked(near)
    }
    const drag = one => this.player.seek(place(one))
    this.box.setPointerCapture(event.pointerId)
    this.box.addEventListener('pointermove', drag)
    const stop = () => this.box.removeEventListener('pointermove', drag)
    for (const name of ['pointerup', 'pointercancel']) this.box.addEventListener(name, stop, { once: true })
    drag(event)
  }

  nearest (x) {
    const away = finding => Math.abs(this.signOf(finding) - x)
    const near = [...this.filter.judged].sort((a, b) => away(a) - away(b))[0]
    return near && away(near) <= 10 ? near : null
  }
}
