/** The arena's surface as it was at the start, and the blocks that were broken and placed since. */

import { lastAtMost } from './log.js'

const LONGEST = 1500 // changed blocks that are drawn

export class Ground {
  constructor () { Object.assign(this, { arena: null, picture: null, changes: { at: [], x: [], z: [], placed: [] } }) }

  take (arena) {
    this.arena = arena
    this.picture = arena && paint(arena)
  }

  /** Adds the breaking or placing of a block. */
  push ({ kind, position }, at) {
    const { changes } = this
    changes.at.push(at)
    changes.x.push(Math.floor(position[0]))
    changes.z.push(Math.floor(position[2]))
    changes.placed.push(kind === 'block.placed')
  }

  draw (pen, camera, at, back) {
    const { changes } = this
    const { scale } = camera
    pen.fillStyle = back
    pen.fillRect(0, 0, camera.width, camera.height)
    if (this.picture) {
      const [left, top] = camera.pixel(...this.arena.origin)
      pen.imageSmoothingEnabled = false
      pen.drawImage(this.picture, left, top, this.arena.width * scale, this.arena.depth * scale)
    }
    const last = lastAtMost(changes.at, at)
    for (let one = Math.max(0, last - LONGEST); one <= last; one++) {
      const [x, y] = camera.pixel(changes.x[one], changes.z[one])
      pen.fillStyle = changes.placed[one] ? 'rgb(255 214 90 / .95)' : 'rgb(0 0 0 / .55)'
      pen.fillRect(x + 0.5, y + 0.5, Math.max(2, scale - 1), Math.max(2, scale - 1))
    }
  }
}

/** The surface as a picture, one pixel per block. */
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
