/**
 * The layout of a flow's ribbons: sources are on the left and receivers on the right, with heights that show the
 * number of items.
 */

const GAP = 12 // pixels between two names
const LEAST = 18 // of a name's height
const THIN = 3 // the least of a ribbon's thickness

/** `flows`: [{ from, to, count }]. Returns { height, left, right, ribbons }, in pixels. */
export function layRibbons (flows, unit = unitOf(flows)) {
  const left = side(flows, 'from', unit)
  const right = side(flows, 'to', unit)
  const ribbons = flows.map(flow => {
    const thick = thickness(flow.count, unit)
    const [a, b] = [left.get(flow.from), right.get(flow.to)]
    const ribbon = { flow, thick, y0: a.y + a.used + thick / 2, y1: b.y + b.used + thick / 2 }
    a.used += thick
    b.used += thick
    return ribbon
  })
  const foot = column => Math.max(0, ...[...column.values()].map(one => one.y + one.height))
  return { height: Math.max(foot(left), foot(right)), left, right, ribbons }
}

const thickness = (count, unit) => Math.max(THIN, count * unit)

/** The number of pixels per item: at most 8, and less if all items together would be taller than 160 pixels. */
function unitOf (flows) {
  const all = flows.reduce((sum, { count }) => sum + count, 0)
  return Math.min(8, 160 / Math.max(1, all))
}

function side (flows, end, unit) {
  const column = new Map()
  for (const flow of flows) {
    const one = column.get(flow[end]) ?? { height: 0, used: 0 }
    one.height += thickness(flow.count, unit)
    column.set(flow[end], one)
  }
  let y = 0
  for (const one of column.values()) {
    const bare = one.height
    one.height = Math.max(LEAST, bare)
    Object.assign(one, { y, used: (one.height - bare) / 2 })
    y += one.height + GAP
  }
  return column
}
