'use strict'
/**
 * Sheep can be shorn with shears; they are then bare, graze, and grow wool again.
 *
 * Only a bare sheep grazes, so that a world in which nobody shears sheep keeps its grass. `mob.bare` says whether a
 * sheep is bare, and `mob.colour` is its colour; only these, its place and its health need to be saved. Fills a gap:
 * flying-squid does not support using an item on a mob.
 */

const { Vec3 } = require('vec3')
const { colours, distances, sheep: WOOL } = require('../../game/facts')

const USE = 0 // use_entity
const GRAZING = 1 / 1000 // chance of beginning to, each tick
const MEAL = 40 // ticks
const EATS = 10 // entity status

module.exports.server = function (serv) {
  const { grass_block: turf, dirt } = serv.registry.blocksByName
  const fleece = ({ bare, colour }) => [{
    key: WOOL.metadata, type: 0, value: colours.indexOf(colour) | (bare ? WOOL.bare : 0)
  }]

  serv.on('asap', () => {
    const spawn = serv.spawnMob
    serv.spawnMob = (...args) => {
      const mob = spawn(...args)
      if (mob.name === 'sheep') {
        Object.assign(mob, { bare: false, colour: 'white', traits: fleece({ colour: 'white' }), meal: 0 })
        serv.showTraits(mob)
      }
      return mob
    }
  })

  serv.setBare = (sheep, bare) => {
    sheep.bare = bare
    sheep.traits = fleece(sheep)
    serv.showTraits(sheep)
  }

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    client.on('use_entity', ({ mouse, target, hand = 0 }) => {
      const mob = serv.entities[target]
      if (mouse !== USE || hand !== 0 || !player.alive || mob?.name !== 'sheep' || !serv.mobs.has(mob)) return
      const eyes = player.position.offset(0, distances.eyes, 0)
      if (eyes.distanceTo(mob.position.offset(0, 0.6, 0)) > distances.touchAllowed) return
      if (serv.heldItem(player)?.name === 'shears' && !mob.bare) shear(player, mob)
    })
  })

  function shear (player, sheep) {
    serv.setBare(sheep, true)
    const wool = serv.loot.roll(serv.loot.ofShearing(sheep), serv.chance('loot', 'shear', sheep.key))
    serv.scatter(wool, { position: sheep.position.offset(0, 1, 0), origin: 'mob', of: 'sheep', agent: player.username })
    serv.wear(player, serv.heldSlot(player), 1)
  }

  /** The block that a sheep would eat: the plant in which it stands, or the grass block under it. */
  function pasture ({ position }) {
    const feet = position.floored()
    const below = feet.offset(0, -1, 0)
    if (serv.blocks.name(feet) === 'grass') return { place: feet, left: 0 }
    return serv.blocks.name(below) === turf.name ? { place: below, left: dirt.defaultState } : null
  }

  function graze (sheep) {
    const { bare, meal, key } = sheep
    if (!bare || (!meal && !serv.chance('grazing', key).chance(GRAZING))) return
    const food = pasture(sheep)
    if (!food) {
      sheep.meal = 0
      return
    }
    if (!meal) {
      sheep._writeOthersNearby('entity_status', { entityId: sheep.id, entityStatus: EATS })
      sheep.meal = MEAL
      return
    }
    sheep.velocity = new Vec3(0, sheep.velocity.y, 0)
    if (--sheep.meal) return
    serv.blocks.turn(food.place, food.left)
    serv.setBare(sheep, false)
  }

  serv.on('tick', () => { for (const mob of serv.mobs) if (mob.name === 'sheep') graze(mob) })
}
