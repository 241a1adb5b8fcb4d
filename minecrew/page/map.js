/**
 * The arena from above: its ground, the agents' paths, and the events. A person can zoom and move the map, and follow
 * an agent.
 */

import { Camera } from './camera.js'
import { Ground } from './ground.js'
import { placeLabels } from './labels.js'
import { lastAtMost } from './log.js'
import { MapMarks } from './map_marks.js'
import { SIGNS, SIZES } from './map_signs.js'
import { fit } from './palette.js'

const MARGIN = 4 // blocks around where the crew has been
const LONGEST = 1500 // points of a path that are drawn; a longer one is thinned
const STEP = 40 // pixels that an arrow key moves it
const RANK = { death: 1, taking: 2, 'hand-over': 3, return: 4, station: 5, building: 6, animal: 7 } // agents come first
const FONT = '11px system-ui, sans-serif'

export class Overhead {
  constructor ({ box, log, flow, arena, palette }) {
    Object.assign(this, { box, log, palette, whole: false, following: '', camera: new Camera(), ground: new Ground() })
    this.marks = new MapMarks(log, flow)
    this.canvas = box.appendChild(document.createElement('canvas'))
    this.canvas.setAttribute('role', 'img')
    box.tabIndex = 0
    this.paths = [] // one an agent
    this.seen = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity } // where anything happened
    log.events.forEach((event, at) => this.take(event, at))
    if (arena) this.place(arena)
    new ResizeObserver(() => this.redraw()).observe(box)
    box.addEventListener('wheel', event => this.wheel(event), { passive: false })
    box.addEventListener('pointerdown', event => this.press(event))
    box.addEventListener('keydown', event => this.key(event))
  }

  get arena () { return this.ground.arena }

  /** Takes the surface, which arrives later than the page if the run has only just begun. */
  place (arena) {
    this.ground.take(arena)
    this.marks.furnish(arena)
    this.frame()
  }

  /** Adds one more event. */
  push (event, at) {
    this.marks.push(event, at)
    this.take(event, at)
  }

  take (event, at) {
    const place = event.position
    if (['position', 'bot.joined', 'respawned'].includes(event.kind) && event.agent) {
      const path = this.paths[this.log.lane(event) - 1] ??= { at: [], x: [], z: [], legs: [0] }
      this.see(place[0], place[2])
      if (event.kind !== 'position' && path.at.length) path.legs.push(path.at.length) // it did not walk here
      path.at.push(at)
      path.x.push(place[0])
      path.z.push(place[2])
    } else if (event.kind === 'block.broken' || event.kind === 'block.placed') {
      this.ground.push(event, at)
      this.see(Math.floor(place[0]), Math.floor(place[2]))
    }
  }

  see (x, z) {
    const { seen } = this
    if (x >= seen.left && x <= seen.right && z >= seen.top && z <= seen.bottom) return
    this.seen = {
      left: Math.min(seen.left, x),
      right: Math.max(seen.right, x),
      top: Math.min(seen.top, z),
      bottom: Math.max(seen.bottom, z)
    }
    this.outgrown = true
  }

  /** Shows the area where the crew has been, or the whole arena, until a person chooses another part. */
  frame () {
    this.outgrown = false
    this.camera.own = false
    this.camera.fit(this.view())
  }

  view () {
    const { arena } = this
    const nowhere = this.seen.left > this.seen.right
    if (arena && (this.whole || nowhere)) {
      return { x: arena.origin[0], z: arena.origin[1], width: arena.width, depth: arena.depth }
    }
    const { left, right, top, bottom } = nowhere ? { left: -8, right: 8, top: -8, bottom: 8 } : this.seen
    const [width, depth] = [Math.max(right - left, 10) + 2 * MARGIN, Math.max(bottom - top, 8) + 2 * MARGIN]
    return { x: (left + right - width) / 2, z: (top + bottom - depth) / 2, width, depth }
  }

  zoom (factor) {
    this.camera.zoom(factor)
    this.redraw()
  }

  follow (agent) {
    this.following = agent
    if (!agent) this.frame()
    else this.camera.scale = Math.max(this.camera.scale, 12)
    this.redraw()
  }

  redraw () { this.draw(this.at ?? 0, this.state, this.cited) }

  draw (at, state, cited = []) {
    Object.assign(this, { at, state, cited })
    const width = this.box.clientWidth
    if (!width || !state) return
    this.size(width, Math.round(Math.max(220, Math.min(width * 0.62, 420))))
    const followed = state.agents[this.following]?.position
    if (followed) this.camera.look(followed[0], followed[2])
    const pen = this.canvas.getContext('2d')
    this.ground.draw(pen, this.camera, at, this.palette.panel)
    this.drawPaths(pen)
    const marks = this.marks.at(at).map(mark => ({ ...mark, spot: this.camera.pixel(mark.x, mark.z) }))
    const inSight = marks.filter(({ spot }) => this.camera.sees(spot, -20))
    for (const mark of inSight) SIGNS[mark.sort](pen, mark.spot, this.palette, this.camera, mark)
    this.drawCited(pen)
    const agents = this.drawAgents(pen, state)
    this.drawLabels(pen, agents, inSight)
    this.canvas.setAttribute('aria-label', this.describe(state))
  }

  size (width, height) {
    const { camera } = this
    const changed = camera.width !== width || camera.height !== height
    Object.assign(camera, { width, height })
    this.canvas.style.height = `${height}px`
    fit(this.canvas, width, height)
    if ((changed || this.outgrown) && !camera.own) this.frame()
  }

  drawPaths (pen) {
    const { camera } = this
    this.paths.forEach((path, place) => { // who has not walked yet has none
      const last = lastAtMost(path.at, this.at)
      if (last < 1) return
      const stride = Math.ceil((last + 1) / LONGEST)
      for (const [style, thick] of [['rgb(0 0 0 / .5)', 3.5], [this.palette.agent(place), 2]]) {
        pen.beginPath()
        path.legs.forEach((from, leg) => {
          const to = Math.min(last, (path.legs[leg + 1] ?? Infinity) - 1)
          if (from > last) return
          pen.moveTo(...camera.pixel(path.x[from], path.z[from]))
          for (let one = from + stride; one < to; one += stride) pen.lineTo(...camera.pixel(path.x[one], path.z[one]))
          pen.lineTo(...camera.pixel(path.x[to], path.z[to]))
        })
        pen.strokeStyle = style
        pen.lineWidth = thick
        pen.stroke()
      }
    })
  }

  drawCited (pen) {
    pen.strokeStyle = this.palette.cited
    pen.lineWidth = 3
    for (const event of this.cited) {
      if (!event.position) continue
      const middle = /^(block|container)\./.test(event.kind) ? 0.5 : 0 // a block's place is its corner
      const [x, y] = this.camera.pixel(event.position[0] + middle, event.position[2] + middle)
      pen.beginPath()
      pen.arc(x, y, Math.max(7, Math.min(14, this.camera.scale)), 0, 7)
      pen.stroke()
    }
  }

  /** Returns the place of each agent, in pixels. */
  drawAgents (pen, state) {
    const taken = []
    this.log.agents.forEach((name, place) => {
      const one = state.agents[name]
      if (!one?.position) return
      let [x, y] = this.camera.pixel(one.position[0], one.position[2])
      while (taken.some(other => Math.hypot(other.x - x, other.y - y) < 15)) x += 15 // side by side, all to be seen
      taken.push({ name: one.alive ? name : `${name}, dead`, x, y })
      if (!one.alive) return SIGNS.death(pen, [x, y], this.palette)
      pen.beginPath()
      pen.arc(x, y, 7, 0, 7)
      pen.fillStyle = this.palette.agent(place)
      pen.fill()
      pen.lineWidth = 2
      pen.strokeStyle = '#fff'
      pen.stroke()
    })
    return taken
  }

  drawLabels (pen, agents, marks) {
    pen.font = FONT
    pen.textBaseline = 'middle'
    pen.textAlign = 'left'
    const { width, height, scale } = this.camera
    const label = (text, [x, y], away, rank, more) =>
      ({ text, x, y, away, rank, width: pen.measureText(text).width, ...more })
    pen.font = `bold ${FONT}`
    const wanted = agents.map(({ name, x, y }) => label(name, [x, y], 10, 0, { bold: true, always: true }))
    pen.font = FONT
    const named = new Set() // one of several like ones that stand together
    for (const { sort, text, spot, victim } of marks) {
      const isDead = victim && this.state.agents[victim]?.alive === false // its own label says it
      if (!text || isDead || !this.camera.sees(spot) || (sort === 'animal' && scale < 9)) continue
      const key = `${sort} ${text} ${Math.round(spot[0] / 60)} ${Math.round(spot[1] / 60)}`
      if (named.has(key)) continue
      named.add(key)
      wanted.push(label(text, spot, SIZES[sort] + 1, RANK[sort]))
    }
    for (const { name, x, z } of this.arena?.buildings ?? []) {
      const spot = this.camera.pixel(x, z)
      if (scale >= 3) wanted.push(label(name, spot, 4, RANK.building))
    }
    const around = ([x, y], half) => [x - half, y - half, x + half, y + half]
    const taken = [...agents.map(({ x, y }) => around([x, y], 9)),
      ...marks.map(({ sort, spot }) => around(spot, SIZES[sort]))]
    pen.lineWidth = 3
    pen.lineJoin = 'round'
    for (const { text, left, top, bold, far, x, y, width: wide } of placeLabels(wanted, { width, height, taken })) {
      pen.font = bold ? `bold ${FONT}` : FONT
      if (far) this.lead(pen, [x, y], [Math.max(left, Math.min(x, left + wide)), top])
      pen.strokeStyle = 'rgb(0 0 0 / .75)'
      pen.fillStyle = '#fff'
      pen.strokeText(text, left, top)
      pen.fillText(text, left, top)
    }
  }

  /** Draws a thin line from a mark to a label that had no room beside it. */
  lead (pen, from, to) {
    pen.save()
    pen.strokeStyle = '#fff'
    pen.lineWidth = 1
    pen.beginPath()
    pen.moveTo(...from)
    pen.lineTo(...to)
    pen.stroke()
    pen.restore()
  }

  describe (state) {
    const places = this.log.agents.filter(name => state.agents[name]?.position).map(name => {
      const { position, alive } = state.agents[name]
      return `${name}${alive ? '' : ', dead,'} at ${position.map(part => Math.round(part)).join(' ')}`
    })
    return `Map from above, north is up: ${places.join('; ') || 'nobody is there yet'}`
  }

  wheel (event) {
    if (!event.ctrlKey) return // the page scrolls
    event.preventDefault()
    this.camera.zoom(event.deltaY < 0 ? 1.25 : 0.8, event.offsetX, event.offsetY)
    this.redraw()
  }

  press (event) {
    let [x, y] = [event.clientX, event.clientY]
    const drag = one => {
      this.following = ''
      this.camera.pan(x - one.clientX, y - one.clientY)
      ;[x, y] = [one.clientX, one.clientY]
      this.redraw()
      this.box.dispatchEvent(new Event('let-go'))
    }
    this.box.setPointerCapture(event.pointerId)
    this.box.addEventListener('pointermove', drag)
    const stop = () => this.box.removeEventListener('pointermove', drag)
    for (const name of ['pointerup', 'pointercancel']) this.box.addEventListener(name, stop, { once: true })
  }

  key (event) {
    const ways = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }
    const factor = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 }[event.key]
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.key in ways || factor)) return
    event.preventDefault()
    event.stopPropagation()
    if (factor) return this.zoom(factor)
    this.following = ''
    this.box.dispatchEvent(new Event('let-go'))
    this.camera.pan(...ways[event.key])
    this.redraw()
  }
}
