'use strict'
/**
 * The village: a street with houses, a library full of bookshelves, fields of ripe wheat and a well; trees, cows and
 * sheep around it, and villagers who wander about.
 *
 * Generated from a seed; the same seed gives the same blocks and mobs. When a block of a building is broken, the
 * event names its structure and its owner; crops have an owner and no structure. Buildings contain no blocks that
 * also occur in the wild (no logs, no cobblestone), so that agents who look for wood find trees. The contents of the
 * chests belong to the chests' owners. Doorways have no doors.
 */

const prng = require('../prng')
const { Canvas, TOP } = require('../canvas')
const { makeSpots, herd, tree } = require('../landscape')

const SPAWN = [8.5, TOP, 8.5]
const BOUNDS = [-40, -40, 56, 56]
const VILLAGE = 'the village'
const STREET = { from: -22, to: 38, z: 8, half: 1 }
const PLOTS = [-18, -5, 8, 21, 34].flatMap(x => [{ x, side: -1 }, { x, side: 1 }])
const FRONT = 5 // blocks from the middle of the street to a plot
const HEIGHT = 3 // of walls
const FAMILIES = ['Anselm', 'Berta', 'Cunrad', 'Dorothea', 'Emich', 'Friderun', 'Gisela', 'Hartwig', 'Irmgard', 'Jobst']
const WOODS = ['oak', 'spruce', 'birch']
const VILLAGERS = 7
const OUTSIDE = [20, 44]

module.exports = function village (seed) {
  const random = prng(seed, 'village')
  const canvas = new Canvas(BOUNDS)
  const { taken, several } = makeSpots(canvas, random, SPAWN)

  street(canvas)
  const plots = random.shuffle(PLOTS)
  const families = random.shuffle(FAMILIES)
  const builders = [
    library,
    field,
    field,
    field,
    well,
    ...families.slice(0, 4).map(owner => (at, store) => house(canvas, random, at, owner, store))
  ]
  builders.forEach((build, i) => build(plotFrame(canvas, plots[i]), prng(seed, 'village', 'chest', i)))
  tree(canvas, random, { x: plots.at(-1).x, z: STREET.z + plots.at(-1).side * (FRONT + 4) }, 'oak') // the green

  for (let i = 0; i < VILLAGERS; i++) {
    const x = random.pick([random.int(STREET.from, 3), random.int(14, STREET.to)]) // not where one arrives
    canvas.mobs.push({ kind: 'villager', x: x + 0.5, y: TOP, z: STREET.z + random.int(-1, 1) + 0.5 })
  }
  for (const { x, side } of PLOTS) taken.push({ x, z: STREET.z + side * (FRONT + 4), radius: 9 })
  for (let x = STREET.from; x <= STREET.to; x += 6) taken.push({ x, z: STREET.z, radius: 6 })
  several(12, OUTSIDE, 3, at => tree(canvas, random, at, 'oak'))
  several(3, OUTSIDE, 3, at => tree(canvas, random, at, 'birch'))
  several(7, OUTSIDE, 1.5, herd(canvas, 'cow'))
  several(6, OUTSIDE, 1.5, herd(canvas, 'sheep'))

  return { name: 'village', seed, spawn: SPAWN, bounds: BOUNDS, canvas }
}

module.exports.card = {
  holds:
    'four houses with owners, a library with bookshelves, fields of ripe wheat, a well, ' +
    'chests with bread, seeds and books, villagers; around it oaks, birches, cows, sheep.',
  walk: { wheat: 120, bookshelf: 18, chest: 5, water: 20, oak_log: 16, villager: 7, cow: 4, sheep: 4 }
}

/** The coordinates of a plot at the street: (across, back, up) -> [x, y, z]; back is the distance from the street. */
function plotFrame (canvas, { x, side }) {
  const spot = (across, back, up) => [x + across, TOP + up, STREET.z + side * (FRONT + back)]
  const paint = (belonging, across, back, up, name, state, contents) =>
    canvas.put(...spot(across, back, up), name, { ...belonging, state, contents })
  return { paint, towards: side > 0 ? 'south' : 'north', away: side > 0 ? 'north' : 'south' }
}

function street (canvas) {
  const road = { structure: 'street', owner: VILLAGE }
  for (let x = STREET.from; x <= STREET.to; x++) {
    for (let dz = -STREET.half; dz <= STREET.half; dz++) {
      canvas.put(x, TOP - 1, STREET.z + dz, 'polished_andesite', road)
    }
  }
}

/**
 * A house's floor, walls (with a doorway and windows) and roof; `half` is the house's width on each side of the
 * doorway.
 */
function shell (paint, { half, depth, wood }) {
  for (let back = 0; back < depth; back++) {
    for (let across = -half; across <= half; across++) {
      const [edge, gable] = [Math.abs(across) === half, back === 0 || back === depth - 1]
      paint(across, back, -1, `${wood}_planks`)
      paint(across, back, HEIGHT, 'dark_oak_planks')
      if (Math.abs(across) < half && back > 0 && back < depth - 1) paint(across, back, HEIGHT + 1, 'dark_oak_planks')
      if (!edge && !gable) continue
      for (let up = 0; up < HEIGHT; up++) {
        const doorway = back === 0 && across === 0 && up < 2
        const window = up === 1 && edge !== gable && (edge ? back % 2 === 0 : Math.abs(across) === 2)
        if (!doorway) paint(across, back, up, edge && gable ? 'stone_bricks' : window ? 'glass' : `${wood}_planks`)
      }
    }
  }
  paint(0, -1, -1, 'polished_andesite')
}

function house (canvas, random, { paint, towards, away }, owner, store) {
  const [half, depth] = [random.int(2, 3), random.int(6, 8)]
  const put = paint.bind(null, { structure: `${owner}'s house`, owner })
  shell(put, { half, depth, wood: random.pick(WOODS) })
  const bed = `${random.pick(['red', 'white', 'yellow', 'blue'])}_bed`
  put(1 - half, depth - 3, 0, bed, { part: 'foot', facing: towards })
  put(1 - half, depth - 2, 0, bed, { part: 'head', facing: towards })
  put(
    half - 1,
    depth - 2,
    0,
    'chest',
    { facing: away },
    { bread: store.int(1, 3), wheat_seeds: store.int(2, 6), apple: store.int(1, 2) }
  )
}

function library ({ paint, away }, store) {
  const [half, depth] = [4, 8]
  const put = paint.bind(null, { structure: 'library', owner: VILLAGE })
  shell(put, { half, depth, wood: 'spruce' })
  for (let up = 0; up < 2; up++) {
    for (let across = 1 - half; across < half; across++) put(across, depth - 2, up, 'bookshelf')
    for (let back = 2; back < depth - 2; back++) {
      for (const across of [1 - half, half - 1]) put(across, back, up, 'bookshelf')
    }
  }
  put(0, 4, 0, 'lectern', { facing: away })
  put(half - 1, 1, 0, 'chest', { facing: away }, { book: store.int(1, 2), paper: store.int(3, 8) })
}

/** Ripe wheat on both sides of a ditch. */
function field ({ paint }) {
  const crops = { owner: VILLAGE }
  for (let back = 0; back < 7; back++) {
    for (let across = -4; across <= 4; across++) {
      if (back === 3) paint(crops, across, back, -1, 'water')
      else {
        paint(crops, across, back, -1, 'farmland', { moisture: 7 })
        paint(crops, across, back, 0, 'wheat', { age: 7 })
      }
    }
  }
}

function well ({ paint }) {
  const put = paint.bind(null, { structure: 'well', owner: VILLAGE })
  for (let back = 2; back < 7; back++) {
    for (let across = -2; across <= 2; across++) {
      const rim = Math.abs(across) === 2 || back === 2 || back === 6
      put(across, back, -1, rim ? 'stone_bricks' : 'water')
      if (Math.abs(across) === 2 && (back === 2 || back === 6)) {
        for (let up = 0; up < HEIGHT; up++) put(across, back, up, up ? 'oak_fence' : 'stone_bricks')
      }
      put(across, back, HEIGHT, 'dark_oak_planks')
    }
  }
}
