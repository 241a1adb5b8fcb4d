/**
 * The part of the world that a map shows: its middle, and the number of pixels per block. This module does not draw.
 */

const NEAREST = 48 // pixels per block
const FARTHEST = 1

export class Camera {
  constructor () { Object.assign(this, { x: 0, z: 0, scale: 8, width: 0, height: 0, own: false }) }

  /** Shows all of `view` ({ x, z, width, depth }, in blocks), until a person chooses another part. */
  fit (view) {
    this.x = view.x + view.width / 2
    this.z = view.z + view.depth / 2
    this.scale = Math.min(this.width / view.width, this.height / view.depth) || 1
  }

  /** The pixel of a place in the world. */
  pixel (x, z) { return [(x - this.x) * this.scale + this.width / 2, (z - this.z) * this.scale + this.height / 2] }

  /** The place in the world at a pixel. */
  place (left, top) {
    return [this.x + (left - this.width / 2) / this.scale, this.z + (top - this.height / 2) / this.scale]
  }

  /** Whether a pixel is in the picture, at least `within` pixels from its edge. */
  sees ([left, top], within = 0) {
    return left >= within && top >= within && left <= this.width - within && top <= this.height - within
  }

  /** Zooms by `factor`, around a pixel or the middle. */
  zoom (factor, left = this.width / 2, top = this.height / 2) {
    const [x, z] = this.place(left, top)
    this.scale = Math.max(FARTHEST, Math.min(NEAREST, this.scale * factor))
    const [nx, nz] = this.place(left, top)
    this.x += x - nx
    this.z += z - nz
    this.own = true
  }

  /** Moves the view by `right` and `down` pixels. */
  pan (right, down) {
    this.x += right / this.scale
    this.z += down / this.scale
    this.own = true
  }

  look (x, z) { Object.assign(this, { x, z, own: true }) }
}
