/** The signs on the map, each drawn around a spot in pixels; the legend draws the same. */

const ring = (pen, [x, y], radius, fill, line = '#fff') => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 7)
  pen.fillStyle = fill
  pen.fill()
  pen.lineWidth = 1.5
  pen.strokeStyle = line
  pen.stroke()
}

const cross = (pen, [x, y], half, colour, thick) => {
  pen.lineWidth = thick
  pen.strokeStyle = colour
  pen.beginPath()
  pen.moveTo(x - half, y - half)
  pen.lineTo(x + half, y + half)
  pen.moveTo(x + half, y - half)
  pen.lineTo(x - half, y + half)
  pen.stroke()
}

/** How a mark of each sort looks; the legend draws the same. */
export const SIGNS = {
  animal: (pen, spot) => ring(pen, spot, 3, '#f3ead7', '#6b5a3a'),
  station (pen, [x, y]) {
    pen.fillStyle = '#a8743c'
    pen.fillRect(x - 5, y - 5, 10, 10)
    pen.lineWidth = 1.5
    pen.strokeStyle = '#fff'
    pen.strokeRect(x - 5, y - 5, 10, 10)
  },
  kill: (pen, spot, palette) => cross(pen, spot, 3, palette.hunt, 2),
  blow (pen, [x, y], palette) {
    for (const [colour, thick] of [['#fff', 4], [palette.harm, 2]]) {
      pen.lineWidth = thick
      pen.strokeStyle = colour
      pen.beginPath()
      for (let ray = 0; ray < 6; ray++) {
        const [c, s] = [Math.cos(ray * Math.PI / 3), Math.sin(ray * Math.PI / 3)]
        pen.moveTo(x + 3 * c, y + 3 * s)
        pen.lineTo(x + 8 * c, y + 8 * s)
      }
      pen.stroke()
    }
  },
  death (pen, spot, palette) {
    ring(pen, spot, 8, palette.harm)
    cross(pen, spot, 3.5, '#fff', 2)
  },
  'hand-over' (pen, spot, palette, camera, mark) {
    if (mark.from) {
      pen.lineWidth = 2
      pen.strokeStyle = palette.items
      pen.setLineDash([3, 3])
      pen.beginPath()
      pen.moveTo(...camera.pixel(...mark.from))
      pen.lineTo(...spot)
      pen.stroke()
      pen.setLineDash([])
    }
    ring(pen, spot, 5, palette.items)
  }
}
