'use strict'
/**
 * A world at one instant, as plain values: two snapshots are equal if nothing has moved, grown, burnt or been eaten.
 */

const { createHash } = require('node:crypto')

/** @returns {object} tick, timeOfDay, entities and containers by key, and a digest of all loaded blocks */
module.exports = function snapshot (serv) {
  const entities = {}
  for (const entity of Object.values(serv.entities)) {
    const { id, name, username, position, velocity, health, food, foodSaturation, hunger } = entity
    entities[id] = { name: username ?? name, position, velocity, health, food, foodSaturation, hunger }
  }
  const containers = {}
  for (const [key, { position, slots, ...rest }] of serv.containers.all) {
    containers[key] = { ...rest, slots: slots.map(item => item && [item.name, item.count]) }
  }
  const blocks = createHash('sha1')
  for (const [key, column] of Object.entries(serv.overworld.columns).sort()) blocks.update(key).update(column.dump())
  return JSON.parse(
    JSON.stringify({ tick: serv.tickCount, timeOfDay: serv.time, entities, containers, blocks: blocks.digest('hex') })
  )
}
