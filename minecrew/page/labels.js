/** Where labels stand so that none lies over another: the important first, and those without room not at all. */

const TALL = 14
const APART = 2

/**
 * `wanted`: [{ text, x, y, away, width, rank, always }]: beside a mark at x, y, `away` pixels from its middle; the
 * lowest rank first. `taken`: boxes that marks fill, [left, top, right, bottom]. Returns those shown, with `left` and
 * `top` (its middle).
 */
export function placeLabels (wanted, { width, height, taken = [] }) {
  const boxes = [...taken]
  const free = box => box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height &&
    !boxes.some(other => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])
  const shown = []
  for (const label of [...wanted].sort((a, b) => a.rank - b.rank)) {
    const spots = spotsOf(label)
    const box = spots.find(free) ?? (label.always ? spots[0] : null)
    if (!box) continue
    boxes.push([box[0] - APART, box[1] - APART, box[2] + APART, box[3] + APART])
    shown.push({ ...label, left: box[0], top: (box[1] + box[3]) / 2 })
  }
  return shown
}

/** Right, left, above and below of its mark. */
function spotsOf ({ x, y, away, width }) {
  const half = TALL / 2
  return [
    [x + away, y - half, x + away + width, y + half],
    [x - away - width, y - half, x - away, y + half],
    [x - width / 2, y - away - TALL, x + width / 2, y - away],
    [x - width / 2, y + away, x + width / 2, y + away + TALL],
    [x + away, y + half, x + away + width, y + half + TALL],
    [x - away - width, y - half - TALL, x - away, y - half]
  ]
}
