'use strict'
/**
 * Blocks with two halves: doors, beds, tall plants. One half never exists without the other.
 *
 * Also opens and closes wooden doors. The halves of a large chest are separate blocks that share a window; chests.js
 * handles them. Fills a gap: flying-squid places and breaks only one half.
 */

const { Vec3 } = require('vec3')

const UP = new Vec3(0, 1, 0)
const DOWN = new Vec3(0, -1, 0)
const FACING = {
  north: new Vec3(0, 0, -1), south: new Vec3(0, 0, 1), west: new Vec3(-1, 0, 0), east: new Vec3(1, 0, 0)
}
const WOODEN_DOOR = /^(?!iron).+_door$/
const OPPOSITE = { upper: 'lower', lower: 'upper', head: 'foot', foot: 'head' }

module.exports.server = function (serv) {
  const Block = require('prismarine-block')(serv.registry)

  /** The state of a block with some of its properties changed. */
  serv.withProperties = (stateId, changed) => {
    const block = Block.fromStateId(stateId, 0)
    return Block.fromProperties(block.name, { ...block.getProperties(), ...changed }, 0).stateId
  }

  /**
   * The place and state of the other half of a block with this state: { position, stateId }; null if it has no halves.
   */
  serv.otherHalf = (stateId, position) => {
    const { half, part, facing } = Block.fromStateId(stateId, 0).getProperties()
    if (OPPOSITE[half]) {
      return {
        position: position.plus(half === 'lower' ? UP : DOWN),
        stateId: serv.withProperties(stateId, { half: OPPOSITE[half] })
      }
    }
    if (OPPOSITE[part]) {
      return {
        position: position.plus(FACING[facing].scaled(part === 'foot' ? 1 : -1)),
        stateId: serv.withProperties(stateId, { part: OPPOSITE[part] })
      }
    }
    return null
  }

  /** The other half of a block, or null if it is not there. */
  serv.standingHalf = block => {
    const other = serv.otherHalf(block.stateId, block.position)
    const there = other && serv.blocks.at(other.position)
    const { half, part } = there?.getProperties() ?? {}
    const { half: wanted, part: wantedPart } = other ? Block.fromStateId(other.stateId, 0).getProperties() : {}
    return there?.name === block.name && half === wanted && part === wantedPart ? there : null
  }

  serv.on('asap', () => {
    for (const { name } of serv.registry.blocksArray) if (WOODEN_DOOR.test(name)) serv.openers.set(name, swing)
  })

  function swing (player, door) {
    const open = !door.getProperties().open
    for (const half of [door, serv.standingHalf(door)]) {
      if (half) serv.blocks.set(half.position, serv.withProperties(half.stateId, { open }))
    }
  }
}
