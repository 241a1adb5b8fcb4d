'use strict'
/**
 * Crops and the farmland under them, sugar cane and cactus: how they grow, as in Minecraft.
 *
 * A crop grows faster on wet farmland, with more farmland around it, and in rows of its own kind. Farmland stays wet
 * within four blocks of water, and dries otherwise; dry farmland on which nothing grows turns to dirt.
 */

const { Vec3 } = require('vec3')
const { crops } = require('../../game/facts')

const WATERED = 4 // blocks
const MOIST = 7
const TALL = { sugar_cane: 3, cactus: 3 }
const AGED = 15 // of the topmost block, when another comes on top of it
const BODY = 0.8 // how far from the middle of a cell a body is in it
const UP = new Vec3(0, 1, 0)
const DOWN = new Vec3(0, -1, 0)

module.exports.server = function (serv) {
  const { blocks, growers } = serv
  const number = (block, property) => Number(block.getProperties()[property])
  const change = (block, properties) => blocks.set(block.position, serv.withProperties(block.stateId, properties))

  /** Grows a crop by `ages`, at most until it is ripe; returns whether it grew. */
  serv.ripen = (block, ages) => {
    const ripe = crops[block.name]?.ripe
    const age = number(block, 'age')
    if (!(age < ripe)) return false
    change(block, { age: Math.min(ripe, age + ages) })
    return true
  }

  /** The quality of a crop's place, 1 to 10: the higher, the faster the crop grows. */
  function fertility ({ name, position }) {
    let points = 1
    for (let dx = -1; dx <= 1; dx++) {
      for (let dz = -1; dz <= 1; dz++) {
        const ground = blocks.at(position.offset(dx, -1, dz))
        const worth = ground.name !== 'farmland' ? 0 : number(ground, 'moisture') > 0 ? 3 : 1
        points += dx || dz ? worth / 4 : worth
      }
    }
    const same = (dx, dz) => blocks.name(position.offset(dx, 0, dz)) === name
    const row = same(1, 0) || same(-1, 0)
    const column = same(0, 1) || same(0, -1)
    const corner = [[1, 1], [1, -1], [-1, 1], [-1, -1]].some(([dx, dz]) => same(dx, dz))
    return (row && column) || corner ? points / 2 : points
  }

  function crop (position, random) {
    const block = blocks.at(position)
    if (block.name === 'beetroots' && random.int(0, 2) === 0) return
    if (random.int(0, Math.floor(25 / fertility(block))) === 0) serv.ripen(block, 1)
  }
  for (const name of Object.keys(crops).filter(name => crops[name].seed)) growers.set(name, crop)
  growers.set('nether_wart', (position, random) => { if (random.int(0, 9) === 0) serv.ripen(blocks.at(position), 1) })

  function isWatered (position) {
    for (let dx = -WATERED; dx <= WATERED; dx++) {
      for (let dz = -WATERED; dz <= WATERED; dz++) {
        for (const dy of [0, 1]) if (blocks.isWater(position.x + dx, position.y + dy, position.z + dz)) return true
      }
    }
    return false
  }

  /** Turns farmland to dirt, which is a sixteenth of a block higher; players who stand on it are lifted. */
  serv.harden = position => {
    blocks.turn(position, serv.registry.blocksByName.dirt.defaultState)
    serv.after(1, () => {
      for (const player of serv.players) {
        const { x, y, z } = player.position
        if (
          player.alive &&
          y > position.y + 0.5 &&
          y < position.y + 1 &&
          Math.abs(x - position.x - 0.5) < BODY &&
          Math.abs(z - position.z - 0.5) < BODY
        ) {
          player.sendSelfPosition(new Vec3(x, position.y + 1, z))
        }
      }
    })
  }

  growers.set('farmland', position => {
    const block = blocks.at(position)
    const moisture = number(block, 'moisture')
    if (isWatered(position)) {
      if (moisture < MOIST) change(block, { moisture: MOIST })
    } else if (moisture > 0) change(block, { moisture: moisture - 1 })
    else if (!(blocks.name(position.plus(UP)) in crops)) serv.harden(position)
  })

  function tall (position) {
    const block = blocks.at(position)
    if (blocks.name(position.plus(UP)) !== 'air') return
    let height = 1
    while (blocks.name(position.plus(DOWN.scaled(height))) === block.name) height++
    if (height >= TALL[block.name]) return
    const age = number(block, 'age')
    change(block, { age: age < AGED ? age + 1 : 0 })
    if (age === AGED) blocks.set(position.plus(UP), serv.registry.blocksByName[block.name].defaultState)
  }
  for (const name of Object.keys(TALL)) growers.set(name, tall)
}
