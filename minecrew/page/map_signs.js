/** The signs on the map, each drawn around a point that is given in pixels; the legend shows the same signs. */

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

/** Draws a mark of each sort; the legend uses the same functions. */
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
  return (pen, [x, y], palette) {
    ring(pen, [x, y], 7, '#fff', '#22703d')
    pen.lineWidth = 2
    pen.strokeStyle = pen.fillStyle = '#22703d'
    pen.beginPath()
    pen.arc(x, y, 3.4, 0.6, 5.2)
    pen.stroke()
    pen.beginPath()
    pen.moveTo(x + 5, y - 4.5)
    pen.lineTo(x + 4.6, y + 0.4)
    pen.lineTo(x + 0.4, y - 1.6)
    pen.fill()
  },
  'hand-over': (pen, spot, palette, camera, mark) => passing(pen, spot, palette.items, camera, mark),
  taking: (pen, spot, palette, camera, mark) => passing(pen, spot, palette.harm, camera, mark)
}

function passing (pen, spot, colour, camera, { from }) {
  if (from) {
    pen.lineWidth = 2
    pen.strokeStyle = colour
    pen.setLineDash([3, 3])
    pen.beginPath()
    pen.moveTo(...camera.pixel(...from))
    pen.lineTo(...spot)
    pen.stroke()
    pen.setLineDash([])
  }
  ring(pen, spot, 5, colour)
}

/** The size of each sign: the number of pixels that it takes up on each side of its spot. */
export const SIZES = { animal: 4, station: 6, kill: 4, blow: 9, death: 9, return: 8, 'hand-over': 6, taking: 6 }
