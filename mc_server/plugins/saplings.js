'use strict'
/**
 * Saplings become trees of the same height as the arenas' trees, so that every trunk can be felled from the ground.
 *
 * Dark oaks, which need four saplings, do not grow; a sapling without enough room waits.
 */

const WOODS = ['oak', 'spruce', 'birch', 'jungle', 'acacia']
const PATIENCE = 7 // random ticks a step, on average
const HEIGHT = [4, 5]

module.exports.server = function (serv) {
  const { blocks, registry } = serv
  const makesWay = name => name === 'air' || name.endsWith('_leaves')

  for (const wood of WOODS) {
    serv.growers.set(`${wood}_sapling`, (position, random) => {
      if (random.int(0, PATIENCE - 1) === 0) serv.advance(blocks.at(position), random)
    })
  }

  /** Advances a sapling by one of its two growth stages. */
  serv.advance = (sapling, random) => {
    if (Number(sapling.getProperties().stage) === 0) {
      blocks.set(sapling.position, serv.withProperties(sapling.stateId, { stage: 1 }))
    } else rise(sapling, random.int(...HEIGHT))
  }

  function * leaves (height) {
    for (let dy = height - 2; dy <= height; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        for (let dz = -2; dz <= 2; dz++) if (Math.abs(dx) + Math.abs(dz) <= (dy === height ? 1 : 3)) yield [dx, dy, dz]
      }
    }
  }

  function rise ({ name, position }, height) {
    const wood = name.replace('_sapling', '')
    const trunk = Array.from({ length: height }, (_, dy) => [0, dy, 0])
    if (!WOODS.includes(wood) || !trunk.slice(1).every(cell => makesWay(blocks.name(position.offset(...cell))))) return
    const owner = blocks.belonging(position).owner
    blocks.turn(position.offset(0, -1, 0), registry.blocksByName.dirt.defaultState)
    for (const cell of leaves(height)) {
      if (blocks.name(position.offset(...cell)) === 'air') {
        blocks.set(position.offset(...cell), registry.blocksByName[`${wood}_leaves`].defaultState, owner)
      }
    }
    for (const cell of trunk) {
      blocks.set(position.offset(...cell), registry.blocksByName[`${wood}_log`].defaultState, owner)
    }
  }
}
