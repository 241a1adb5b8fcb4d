/**
 * Places labels so that none covers another label or a mark: important labels come first, and labels without room are
 * left out.
 */

const TALL = 14
const APART = 2
const STEP = 16 // pixels between two rings of places around a mark
const RINGS = { near: 2, far: 9 } // how many rings are tried: for most labels, and for those that must be shown

/**
 * `wanted`: [{ text, x, y, away, width, rank, always, middle }]: each beside a mark at x, y, `away` pixels from its
 * middle, or on it (`middle`); the lowest rank comes first. `taken`: boxes that marks fill, [left, top, right, bottom].
 * Returns the labels that are shown, each with `left` (its left edge), `top` (its middle) and `far`: whether it is so
 * far away that it needs a line to its mark.
 */
export function placeLabels (wanted, { width, height, taken = [] }) {
  const boxes = [...taken]
  const overlaps = box => boxes.some(other =>
    box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])
  const inside = box => box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height
  const shown = []
  for (const label of [...wanted].sort((a, b) => a.rank - b.rank)) {
    const spots = spotsOf(label).filter(({ box }) => inside(box))
    const spot = spots.find(({ box }) => !overlaps(box)) ?? (label.always && (spots[0] ?? spotsOf(label)[0]))
    if (!spot) continue
    const { box, ring } = spot
    boxes.push([box[0] - APART, box[1] - APART, box[2] + APART, box[3] + APART])
    shown.push({ ...label, left: box[0], top: (box[1] + box[3]) / 2, far: ring > 0 })
  }
  return shown
}

/** The possible places around a mark, ring by ring: right, left, above, below, and in between. */
function spotsOf ({ x, y, away, width, always, middle }) {
  const half = TALL / 2
  const spots = middle ? [{ box: [x - width / 2, y - half, x + width / 2, y + half], ring: 0 }] : []
  for (let ring = 0; ring < (always ? RINGS.far : RINGS.near); ring++) {
    const [side, up] = [away + ring * STEP, away + half + ring * STEP]
    const centres = [
      [x + side + width / 2, y], [x - side - width / 2, y], [x, y - up], [x, y + up],
      [x + side + width / 2, y + up], [x - side - width / 2, y - up],
      [x + side + width / 2, y - up], [x - side - width / 2, y + up]
    ]
    spots.push(...centres.map(([cx, cy]) =>
      ({ box: [cx - width / 2, cy - half, cx + width / 2, cy + half], ring })))
  }
  return spots
}
