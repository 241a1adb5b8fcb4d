'use strict'
/**
 * Chests, trapped chests and barrels: they are opened by hand, and two chests side by side that face the same way
 * form one.
 *
 * Each half keeps its own 27 slots; those of the right half come first. A chest under a solid block does not open.
 * A player who sneaks places a single chest. Fills a gap: in flying-squid, chests are ordinary blocks.
 */

const { Vec3 } = require('vec3')

const CHESTS = ['chest', 'trapped_chest']
const BARREL = 'barrel'
const AROUND = ['north', 'east', 'south', 'west'] // clockwise
const WAY = { north: new Vec3(0, 0, -1), east: new Vec3(1, 0, 0), south: new Vec3(0, 0, 1), west: new Vec3(-1, 0, 0) }
const PARTNER = { left: { turn: 1, type: 'right' }, right: { turn: 3, type: 'left' } } // where a half has its other one

module.exports.server = function (serv) {
  const { blocks, containers } = serv

  serv.on('asap', () => { for (const name of [...CHESTS, BARREL]) serv.openers.set(name, open) })

  /**
   * The neighbour that completes, or could complete, a half of this type: { block, type }, with the type that it must
   * have.
   */
  function beside ({ name, position, facing }, type) {
    const { turn, type: other } = PARTNER[type]
    const block = blocks.at(position.plus(WAY[AROUND[(AROUND.indexOf(facing) + turn) % 4]]))
    return block.name === name && block.getProperties().facing === facing ? { block, type: other } : null
  }

  const shape = block => ({ name: block.name, position: block.position, ...block.getProperties() })

  const setType = (position, type) => blocks.set(position, serv.withProperties(blocks.at(position).stateId, { type }))

  serv.on('placed', (name, position, player) => {
    if (!CHESTS.includes(name) || player.crouching) return
    for (const type of Object.keys(PARTNER)) {
      const found = beside(shape(blocks.at(position)), type)
      if (found?.block.getProperties().type !== 'single') continue
      setType(position, type)
      return setType(found.block.position, found.type)
    }
  })

  serv.on('broken', block => {
    const other = CHESTS.includes(block.name) && otherHalf(shape(block))
    if (other) setType(other, 'single')
  })

  /** The place of the other half of a chest, or null. */
  function otherHalf (chest) {
    const half = PARTNER[chest.type] && beside(chest, chest.type)
    return half && half.block.getProperties().type === half.type ? half.block.position : null
  }

  function halves (chest) {
    const other = otherHalf(chest)
    if (!other) return [chest.position]
    return chest.type === 'right' ? [chest.position, other] : [other, chest.position]
  }

  const isCovered = position => {
    const above = blocks.at(position.offset(0, 1, 0))
    return above.boundingBox === 'block' && !above.transparent
  }

  function open (player, block) {
    const { name, position } = block
    const places = name === BARREL ? [position] : halves(shape(block))
    if (name !== BARREL && places.some(isCovered)) return
    const { displayName } = serv.registry.blocksByName[name]
    serv.openWindow(player, containers.station(places.map(containers.at), {
      type: `minecraft:generic_9x${3 * places.length}`,
      title: places.length > 1 ? `Large ${displayName}` : displayName
    }))
  }
}
