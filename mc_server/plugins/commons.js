'use strict'
/**
 * A commons: a resource from which a crew takes units, and which grows back on command. Counts how much each member
 * took.
 *
 * The arena defines the resource and its capacity. The resource grows only on command: between two counts, only members
 * change it. A stalk that a member plants on the shore again is subtracted from the member's count, which is never
 * negative: stalks of earlier months can be planted too. Only the member that took a unit can pick up its drops, so
 * that nobody gains items by walking past. The count does not include what is taken elsewhere, or what happens to the
 * items later.
 * Based on GovSim's fishery (Piatti et al., 2024), whose stock doubles each month up to its capacity.
 */

const { Vec3 } = require('vec3')

const NEAR = 2 // blocks from a sheep to its lamb

module.exports.server = function (serv, { minecrew: { arena } }) {
  const { commons } = arena
  if (!commons) return
  const { resource, units } = commons
  const taken = new Map() // name -> units since the last count
  const random = serv.chance('commons')
  const scene = resource === 'sheep' ? herd() : shore(commons.cells)

  const add = (name, count) => taken.set(name, (taken.get(name) ?? 0) + count)

  const drop = serv.drop
  serv.drop = (item, source) => {
    const entity = drop(item, source)
    if (source.of === resource) entity.owner = source.agent ?? null
    return entity
  }

  serv.commons = {
    /** Returns the remaining stock, and what each member took since the last count; then starts the next count. */
    count () {
      const took = [...taken].filter(([, units]) => units > 0).sort()
      const told = { stock: scene.stock(), taken: Object.fromEntries(took) }
      taken.clear()
      serv.witness('commons.counted', null, { resource, ...told })
      return told
    },
    /** Each unit produces another one, as long as there is room. */
    regrow () {
      const before = scene.stock()
      const places = scene.grow(Math.min(before, units - before))
      const stock = scene.stock()
      serv.witness('commons.regrown', null, { resource, before, stock, places })
      return { stock, taken: {} }
    }
  }

  function shore (cells) {
    const { name, defaultState } = serv.registry.blocksByName[resource]
    const places = cells.map(([x, y, z]) => new Vec3(x, y, z))
    const known = new Set(places.map(String))
    const isFree = place => serv.blocks.name(place) === 'air' && hasGround(place.offset(0, -1, 0))
    serv.growers.delete(name)
    serv.on('broken', (block, player) => {
      if (block.name === name && known.has(String(block.position))) add(player.username, 1)
    })
    serv.on('placed', (kind, position, player) => {
      if (kind === name && known.has(String(position))) add(player.username, -1)
    })
    return {
      stock: () => places.filter(place => serv.blocks.name(place) === name).length,
      grow (count) {
        const free = random.shuffle(places.filter(isFree)).slice(0, Math.max(0, count))
        for (const place of free) serv.blocks.set(place, defaultState)
        return free.map(({ x, y, z }) => [x, y, z])
      }
    }
  }

  const hasGround = ground => ['grass_block', 'dirt'].includes(serv.blocks.name(ground))

  function herd () {
    const flock = () => [...serv.mobs].filter(mob => mob.name === resource)
    serv.on('killed', (mob, agent) => { if (mob.name === resource && agent) add(agent, 1) })
    return {
      stock: () => flock().length,
      grow (count) {
        return random.shuffle(flock()).slice(0, Math.max(0, count)).map(({ birth }) => {
          const place = birth.offset(random.int(-NEAR, NEAR), 0, random.int(-NEAR, NEAR))
          serv.spawnMob(serv.registry.entitiesByName[resource].id, serv.overworld, place)
          return [place.x, place.y, place.z]
        })
      }
    }
  }
}
