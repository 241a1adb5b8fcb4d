/**
 * The bars of the time axis: how an agent spends its time, in patterns without colour, with the names of its sub-tasks.
 */

import { ENDS } from './subtasks.js'

const READABLE = 10 // px of height that words need
const SIGN = 12 // px of width for the sign of a sub-task's end

/** The pattern of a state, drawn once per pen and palette. */
function paintOf (pen, state, palette) {
  if (state === 'work') return palette.work
  const tile = document.createElement('canvas')
  tile.width = tile.height = 6
  const one = tile.getContext('2d')
  one.strokeStyle = one.fillStyle = palette.dim
  if (state === 'wait') {
    one.lineWidth = 1
    one.beginPath()
    one.moveTo(-1, 7)
    one.lineTo(7, -1)
    one.stroke()
  } else for (const [x, y] of [[1, 1], [4, 4]]) one.fillRect(x, y, 1.6, 1.6)
  return pen.createPattern(tile, 'repeat')
}

export class LaneBars {
  constructor ({ log, activity, subtasks, lives }) { Object.assign(this, { log, activity, subtasks, lives }) }

  /**
   * `place` maps the index of an event to a pixel, and `placeAt` maps seconds of run time to a pixel; `top(lane)`: the
   * top of the lane's bar; `height`: the height of a bar.
   */
  draw (pen, { palette, width, place, placeAt, top, height, onRun }) {
    const paints = Object.fromEntries(['work', 'wait', 'think'].map(state => [state, paintOf(pen, state, palette)]))
    this.drawIdle(pen, { palette, place, top, height })
    for (const { agent, state, from, to, begun } of this.activity.all()) {
      const left = onRun && begun != null ? placeAt(begun) : place(from)
      const right = place(to)
      if (right < 0 || left > width || right - left < 0.5) continue
      const y = top(this.log.agents.indexOf(agent) + 1)
      pen.fillStyle = paints[state]
      pen.fillRect(left, y, Math.max(1.5, right - left), height)
      pen.strokeStyle = palette.edge
      pen.lineWidth = 1
      pen.strokeRect(left + 0.5, y + 0.5, Math.max(1, right - left - 1), height - 1)
    }
  }

  /** Draws the whole execution, over which the other bars are drawn. */
  drawIdle (pen, { palette, place, top, height }) {
    pen.save()
    pen.strokeStyle = palette.dim
    pen.lineWidth = 1
    pen.setLineDash([2, 4])
    for (const { from, to } of this.activity.windows) {
      for (let lane = 1; lane <= this.log.agents.length; lane++) {
        const y = Math.round(top(lane) + height / 2) + 0.5
        pen.beginPath()
        pen.moveTo(place(from), y)
        pen.lineTo(place(to ?? this.log.length - 1), y)
        pen.stroke()
      }
    }
    pen.restore()
  }

  /** Writes words that are legible on each pattern. */
  write (pen, words, [x, y], palette, ink = palette.text) {
    pen.lineJoin = 'round'
    pen.lineWidth = 4
    pen.strokeStyle = palette.panel
    pen.strokeText(words, x, y)
    pen.fillStyle = ink
    pen.fillText(words, x, y)
  }

  /** Draws each sub-task's name if there is room for it, with its programs and its outcome. */
  drawNames (pen, { palette, width, place, top, height }) {
    const size = Math.min(10, height - 1)
    pen.font = `${size}px system-ui, sans-serif`
    pen.textBaseline = 'middle'
    for (const span of this.subtasks.spans) {
      const { agent, begin, end, ran } = span
      const left = Math.max(0, place(begin))
      const right = Math.min(width, place(end ?? this.log.length - 1))
      if (right < 0 || left > width) continue
      const y = top(this.log.agents.indexOf(agent) + 1)
      const state = this.subtasks.endOf(span)
      const sign = ENDS[state]
      // The sign of a death would cover the sign of the sub-task that it cut off.
      const room = sign ? SIGN + right - this.lives.free(agent, right, { place }) : 2
      if (sign && right - left > room) {
        const ink = state === 'harm' ? palette.harm : palette.text
        pen.font = `bold ${size}px system-ui, sans-serif`
        this.write(pen, sign, [right - room + 1, y + height / 2 + 0.5], palette, ink)
        pen.font = `${size}px system-ui, sans-serif`
      }
      if (end != null) {
        pen.fillStyle = palette.text
        pen.fillRect(Math.round(right) - 1, y - 1, 1, height + 2)
      }
      if (height < READABLE || right - left < 34) continue
      pen.save()
      pen.beginPath()
      pen.rect(left, y, right - left - room, height)
      pen.clip()
      const programs = ran.size ? ` (${[...ran].join(', ')})` : ''
      this.write(pen, this.log.events[begin].text + programs, [left + 4, y + height / 2 + 0.5], palette)
      pen.restore()
    }
  }
}
