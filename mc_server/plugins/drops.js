'use strict'
/**
 * Items on the ground: how they appear, are picked up, and disappear.
 *
 * Each stack is reported when it appears (item.dropped), and each of its items again when it is gone (item.picked or
 * item.lost). Stacks never merge.
 * Fills a gap: in flying-squid, items are picked up one by one and age in real time.
 */

const { Vec3 } = require('vec3')
const { distances, itemTicks } = require('../../game/facts')
const loadLoot = require('../loot')
const loadMining = require('../mining')

const THROW = { speed: 6, lift: 2, height: 1.3 } // blocks per second, blocks

module.exports.server = function (serv) {
  const { registry } = serv
  const KIND = registry.entitiesByName.item.id
  const lying = new Set()
  serv.loot = loadLoot(registry)
  serv.mining = loadMining(registry)
  serv.lying = lying

  /**
   * Puts an item into the world. origin, of, agent: as in the witness's item.dropped. With an `owner`, as in Minecraft,
   * nobody else can pick it up.
   */
  serv.drop = (item, {
    position, origin, of = '', agent = null, velocity = new Vec3(0, 2, 0), delay = itemTicks.fallen
  }) => {
    const entity = serv.spawnObject(KIND, serv.overworld, position.clone(), {
      velocity,
      itemId: item.type,
      itemCount: item.count
    })
    // flying-squid leaves what has no size to us.
    Object.assign(entity, { size: null, stack: item, since: serv.tickCount, delay, owner: null })
    lying.add(entity)
    serv.witness('item.dropped', agent, { entity: entity.id, item: item.name, count: item.count, origin, of, position })
    return entity
  }

  /** Throws an item in the direction in which the player looks. */
  serv.toss = (player, item) => {
    const yaw = player.yaw * 2 * Math.PI / 256 // flying-squid keeps angles as bytes
    const pitch = player.pitch * 2 * Math.PI / 256
    const direction = new Vec3(-Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch))
    const position = player.position.offset(0, THROW.height, 0).plus(direction.scaled(0.3))
    serv.drop(item, {
      position,
      origin: 'agent',
      agent: player.username,
      velocity: direction.scaled(THROW.speed).offset(0, THROW.lift, 0),
      delay: itemTicks.thrown
    })
  }

  serv.scatter = (drops, source) => {
    for (const { item, count } of drops) serv.drop(serv.newItem(item, count), source)
  }

  serv.lose = (entity, why) => {
    lying.delete(entity)
    serv.witness('item.lost', null, { entity: entity.id, item: entity.stack.name, count: entity.stack.count, why })
    entity.destroy()
  }

  const inReach = (player, { position }) => {
    const up = position.y - player.position.y
    const aside = Math.max(Math.abs(position.x - player.position.x), Math.abs(position.z - player.position.z))
    const { sidePickUp, belowPickUp, abovePickUp } = distances
    return aside <= sidePickUp && up >= -belowPickUp && up <= abovePickUp
  }

  function pickUp (player, entity) {
    const count = serv.putIn(player.member, entity.stack)
    if (!count) return
    const { name } = entity.stack
    entity.stack.count -= count
    serv.witness('item.picked', player.username, { entity: entity.id, item: name, count })
    entity._writeOthersNearby('collect', {
      collectedEntityId: entity.id,
      collectorEntityId: player.id,
      pickupItemCount: count
    })
    if (!entity.stack.count) {
      lying.delete(entity)
      return entity.destroy()
    }
    entity.itemCount = entity.stack.count
    const slot = entity.metadata.at(-1)
    slot.value.itemCount = entity.stack.count
    entity.sendMetadata([slot])
  }

  serv.on('tick', (delta, tick) => {
    for (const entity of lying) {
      if (tick - entity.since >= itemTicks.lasts) {
        serv.lose(entity, 'despawned')
        continue
      }
      if (tick - entity.since < entity.delay) continue
      const near = serv.players.filter(player =>
        player.alive && player.gameMode === 0 && (entity.owner ?? player.username) === player.username &&
        inReach(player, entity)
      )
      near.sort(
        (a, b) =>
          a.position.distanceTo(entity.position) - b.position.distanceTo(entity.position) ||
          (a.username < b.username ? -1 : 1)
      )
      for (const player of near) if (lying.has(entity)) pickUp(player, entity)
    }
  })
}
