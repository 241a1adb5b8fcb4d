'use strict'
/**
 * A player's body among the blocks: where it fits, stands, swims and climbs.
 *
 * A position means the middle of the body's feet. A block that changed a moment ago neither obstructs a body nor counts
 * as missing under its feet, because the client may not know of the change yet.
 */

const HALF = 0.3 // of its width
const HEIGHT = { standing: 1.8, crouching: 1.5, swimming: 0.6 }
const SKIN = 1e-6 // a body may overlap by so much; clients take 1e-7, and stand on what they overlap by more
const TOUCH = 0.0005 // so near counts as standing on it
const CLIMBED =
  /^(ladder|vine|scaffolding|cobweb|weeping_vines|twisting_vines|weeping_vines_plant|twisting_vines_plant)$/
const SOAKED = /^(water|lava|bubble_column|seagrass|tall_seagrass|kelp|kelp_plant)$/
const BOUNCY = /^(slime_block|.*_bed)$/

module.exports.server = function (serv) {
  const Block = require('prismarine-block')(serv.registry)
  const kinds = new Map() // state -> { name, boxes, wet }

  function kindOf (state) {
    if (!kinds.has(state)) {
      const { name, shapes, isWaterlogged } = Block.fromStateId(state, 0)
      kinds.set(state, { name, boxes: shapes, wet: SOAKED.test(name) || Boolean(isWaterlogged) })
    }
    return kinds.get(state)
  }

  const bodyAt = ({ x, y, z }, height) => [x - HALF, y, z - HALF, x + HALF, y + height, z + HALF]
  const meet = (a, b, skin) => [0, 1, 2].every(i => a[i] + skin < b[i + 3] && b[i] < a[i + 3] - skin)

  function * cellsOf ([x0, y0, z0, x1, y1, z1]) {
    for (let x = Math.floor(x0); x <= Math.floor(x1); x++) {
      for (let z = Math.floor(z0); z <= Math.floor(z1); z++) {
        for (let y = Math.floor(y0); y <= Math.floor(y1); y++) yield { x, y, z }
      }
    }
  }

  /**
   * The collision boxes that reach into a region; with `unsure`, also the boxes of blocks that were there until a
   * moment ago.
   */
  function * boxesIn (region, { unsure }) {
    const [x0, y0, z0, ...rest] = region
    for (const cell of cellsOf([x0, y0 - 1, z0, ...rest])) { // a fence reaches into the cell above
      const { x, y, z } = cell
      const before = serv.blocks.fresh(cell)
      if (before !== null && !unsure) continue
      for (const state of before === null ? [serv.blocks.state(x, y, z)] : [serv.blocks.state(x, y, z), before]) {
        for (const [a, b, c, d, e, f] of kindOf(state).boxes) {
          const box = [x + a, y + b, z + c, x + d, y + e, z + f]
          if (meet(region, box, SKIN)) yield Object.assign(box, { cell })
        }
      }
    }
  }

  const isWet = ({ x, y, z }) =>
    kindOf(serv.blocks.state(x, y, z)).wet ||
    (serv.blocks.fresh({ x, y, z }) !== null && kindOf(serv.blocks.fresh({ x, y, z })).wet)
  const nameAt = ({ x, y, z }) => kindOf(serv.blocks.state(Math.floor(x), Math.floor(y), Math.floor(z))).name

  /** The tops of the blocks under the feet, down to `depth` below them. */
  function * groundIn (position, depth) {
    const feet = bodyAt(position, 0)
    const deepest = position.y - depth - TOUCH
    feet[1] = deepest - 2 * SKIN // what only touches a region does not meet it
    feet[4] += 2 * SKIN
    for (const box of boxesIn(feet, { unsure: true })) {
      if (box[4] <= position.y + TOUCH && box[4] >= deepest) yield box[4]
    }
  }

  const heightOf = (player, position) => {
    if (player.sprinting && swims(position)) return HEIGHT.swimming
    return player.crouching ? HEIGHT.crouching : HEIGHT.standing
  }

  /**
   * The place of a block that obstructs a move from one place to another, first up or down, then sideways; null if
   * there is none. A body may leave a block in which it is stuck.
   */
  function obstacle (player, from, to) {
    const height = heightOf(player, to)
    const before = bodyAt(from, height)
    const way = bodyAt({ x: from.x, y: Math.min(from.y, to.y), z: from.z }, height + Math.abs(to.y - from.y))
    const after = bodyAt(to, height)
    for (const region of [way, after]) {
      for (const box of boxesIn(region, { unsure: false })) if (!meet(before, box, SKIN)) return box.cell
    }
    return null
  }

  const stands = (position, depth = 0) => !groundIn(position, depth).next().done

  const swims = position => {
    for (const cell of cellsOf(bodyAt(position, HEIGHT.standing))) if (isWet(cell)) return true
    return false
  }

  const climbs = position => [0, 1].some(up => {
    const cell = { x: Math.floor(position.x), y: Math.floor(position.y) + up, z: Math.floor(position.z) }
    const before = serv.blocks.fresh(cell)
    return CLIMBED.test(nameAt(cell)) || (before !== null && CLIMBED.test(kindOf(before).name))
  })

  /** The place where a body that falls from here comes to rest. */
  function landing (position) {
    for (let depth = 0; depth <= position.y; depth++) {
      const tops = [...groundIn(position, depth + 1)]
      if (tops.length) return position.offset(0, Math.max(...tops) - position.y, 0)
      if (swims(position.offset(0, -depth, 0))) return position.offset(0, -depth, 0)
    }
    return position
  }

  /** The name of the block on which a body stands, or null. */
  const groundOf = position => stands(position) ? nameAt(position.offset(0, -0.2, 0)) : null
  const bounces = position => BOUNCY.test(groundOf(position) ?? '')

  serv.body = { obstacle, stands, swims, climbs, landing, groundOf, bounces }
}
