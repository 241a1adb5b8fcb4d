/** The arena from above: its surface at the start, what was broken and placed since, and where the agents went. */

import { lastAtMost } from './log.js'
import { fit } from './palette.js'

const MARGIN = 4 // blocks around where the crew has been
const LONGEST = 1500 // points of a path that are drawn; a longer one is thinned

export class Overhead {
  constructor ({ box, log, arena, palette }) {
    Object.assign(this, { box, log, arena, palette, whole: false })
    this.canvas = box.appendChild(document.createElement('canvas'))
    this.canvas.setAttribute('role', 'img')
    this.ground = arena && paint(arena)
    this.paths = [] // one an agent
    this.changes = { at: [], x: [], z: [], placed: [] }
    this.seen = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity } // where anything happened
    log.events.forEach((event, at) => this.push(event, at))
    this.frame()
    new ResizeObserver(() => this.draw(this.at ?? 0, this.state, this.cited)).observe(box)
  }

  /** Sets the surface, which comes later than the page if the run has only just begun. */
  place (arena) {
    this.arena = arena
    this.ground = arena && paint(arena)
    this.frame()
  }

  /** Adds one more event. */
  push (event, at) {
    const place = event.position
    if (['position', 'bot.joined', 'respawned'].includes(event.kind) && event.agent) {
      const path = this.paths[this.log.lane(event) - 1] ??= { at: [], x: [], z: [], legs: [0] }
      this.see(place[0], place[2])
      if (event.kind !== 'position' && path.at.length) path.legs.push(path.at.length) // it did not walk here
      path.at.push(at)
      path.x.push(place[0])
      path.z.push(place[2])
    } else if (event.kind === 'block.broken' || event.kind === 'block.placed') {
      this.changes.at.push(at)
      this.changes.x.push(Math.floor(place[0]))
      this.changes.z.push(Math.floor(place[2]))
      this.see(Math.floor(place[0]), Math.floor(place[2]))
      this.changes.placed.push(event.kind === 'block.placed')
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

  /** The part of the world that is shown: where the crew has been, or all of it. */
  frame () {
    const { arena } = this
    const nowhere = this.seen.left > this.seen.right
    this.outgrown = false
    if (arena && (this.whole || nowhere)) {
      this.view = { x: arena.origin[0], z: arena.origin[1], width: arena.width, depth: arena.depth }
    } else {
      const { left, right, top, bottom } = nowhere ? { left: -8, right: 8, top: -8, bottom: 8 } : this.seen
      const side = Math.max(right - left, bottom - top, 12) + 2 * MARGIN
      this.view = { x: (left + right - side) / 2, z: (top + bottom - side) / 2, width: side, depth: side }
    }
  }

  draw (at, state, cited = []) {
    Object.assign(this, { at, state, cited })
    const width = this.box.clientWidth
    if (!width || !state) return
    if (this.outgrown) this.frame()
    const height = Math.min(width * this.view.depth / this.view.width, 420)
    fit(this.canvas, width, height)
    Object.assign(this, { width, tall: height })
    this.scale = Math.min(width / this.view.width, height / this.view.depth)
    this.left = (width - this.view.width * this.scale) / 2
    const pen = this.canvas.getContext('2d')
    pen.clearRect(0, 0, width, height)
    this.drawGround(pen, width, height)
    this.drawChanges(pen)
    this.drawBuildings(pen)
    this.drawPaths(pen)
    this.drawCited(pen)
    this.drawAgents(pen, state)
    this.canvas.setAttribute('aria-label', this.describe(state))
  }

  pixel (x, z) { return [this.left + (x - this.view.x) * this.scale, (z - this.view.z) * this.scale] }

  drawGround (pen, width, height) {
    pen.fillStyle = this.palette.panel
    pen.fillRect(0, 0, width, height)
    if (!this.ground) return
    const [left, top] = this.pixel(...this.arena.origin)
    pen.imageSmoothingEnabled = false
    pen.drawImage(this.ground, left, top, this.arena.width * this.scale, this.arena.depth * this.scale)
  }

  drawChanges (pen) {
    const last = lastAtMost(this.changes.at, this.at)
    for (let one = Math.max(0, last - LONGEST); one <= last; one++) {
      const [x, y] = this.pixel(this.changes.x[one], this.changes.z[one])
      pen.fillStyle = this.changes.placed[one] ? 'rgb(255 214 90 / .95)' : 'rgb(0 0 0 / .55)'
      pen.fillRect(x + 0.5, y + 0.5, Math.max(2, this.scale - 1), Math.max(2, this.scale - 1))
    }
  }

  /** The names of the buildings, if a block is drawn large enough for a name. */
  drawBuildings (pen) {
    pen.font = '11px system-ui, sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.lineWidth = 3
    pen.strokeStyle = 'rgb(0 0 0 / .7)'
    pen.fillStyle = '#fff'
    for (const { name, x, z } of this.arena?.buildings ?? []) {
      const [left, top] = this.pixel(x, z)
      if (this.scale < 3 || left < 0 || top < 0 || left > this.width || top > this.tall) continue
      const half = pen.measureText(name).width / 2 + 3
      const at = Math.max(half, Math.min(this.width - half, left))
      pen.strokeText(name, at, top)
      pen.fillText(name, at, top)
    }
  }

  drawPaths (pen) {
    this.paths.forEach((path, place) => { // who has not walked yet has none
      const last = lastAtMost(path.at, this.at)
      if (last < 1) return
      const stride = Math.ceil((last + 1) / LONGEST)
      for (const [style, thick] of [['rgb(0 0 0 / .5)', 3.5], [this.palette.agent(place), 2]]) {
        pen.beginPath()
        path.legs.forEach((from, leg) => {
          const to = Math.min(last, (path.legs[leg + 1] ?? Infinity) - 1)
          if (from > last) return
          pen.moveTo(...this.pixel(path.x[from], path.z[from]))
          for (let one = from + stride; one < to; one += stride) pen.lineTo(...this.pixel(path.x[one], path.z[one]))
          pen.lineTo(...this.pixel(path.x[to], path.z[to]))
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
      pen.beginPath()
      pen.arc(...this.pixel(event.position[0] + middle, event.position[2] + middle), Math.max(7, this.scale), 0, 7)
      pen.stroke()
    }
  }

  drawAgents (pen, state) {
    pen.font = 'bold 11px system-ui, sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    const taken = []
    this.log.agents.forEach((name, place) => {
      const one = state.agents[name]
      if (!one?.position) return
      let [x, y] = this.pixel(one.position[0], one.position[2])
      while (taken.some(([left, top]) => Math.hypot(left - x, top - y) < 17)) x += 17 // side by side, all legible
      taken.push([x, y])
      pen.globalAlpha = one.alive ? 1 : 0.4
      pen.beginPath()
      pen.arc(x, y, 9, 0, 7)
      pen.fillStyle = this.palette.agent(place)
      pen.fill()
      pen.lineWidth = 2
      pen.strokeStyle = '#fff'
      pen.stroke()
      pen.fillStyle = this.palette.panel
      pen.fillText([...name][0], x, y + 1)
      pen.globalAlpha = 1
    })
  }

  describe (state) {
    const places = this.log.agents.filter(name => state.agents[name]?.position)
      .map(name => `${name} at ${state.agents[name].position.map(part => Math.round(part)).join(' ')}`)
    return `Map from above, north is up: ${places.join('; ') || 'nobody is there yet'}`
  }
}

/** The surface as a picture with one pixel per block. */
function paint (arena) {
  const canvas = document.createElement('canvas')
  canvas.width = arena.width
  canvas.height = arena.depth
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(arena.width, arena.depth)
  const colours = atob(arena.colours)
  for (let cell = 0; cell < arena.width * arena.depth; cell++) {
    for (let part = 0; part < 3; part++) image.data[cell * 4 + part] = colours.charCodeAt(cell * 3 + part)
    image.data[cell * 4 + 3] = 255
  }
  pen.putImageData(image, 0, 0)
  return canvas
}
