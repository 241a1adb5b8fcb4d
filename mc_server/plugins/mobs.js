'use strict'
/**
 * Animals: each kind has its own health, and they wander around the place where they spawned.
 *
 * Each animal has its own random stream, so it takes the same path whatever happens to the others. Animals avoid
 * water. An animal with an owner has a name tag with the owner's name. Fills a gap: in flying-squid, all mobs stand
 * still and have 20 health.
 */

const { Vec3 } = require('vec3')
const { writeTag } = require('../../bridge/nametag')

const RANGE = 8 // blocks from the place of birth that it sets out to
const SPEED = 1.3 // blocks per second
const JUMP = 7.5
const HALF = 0.4
const PAUSE = [20, 120] // ticks
const RETRY = 30 // ticks after a jump in which a second bump means: no way
const PATIENCE = 160 // ticks after which it gives a walk up

module.exports.server = function (serv) {
  const mobs = new Set()
  let born = 0
  serv.mobs = mobs

  serv.on('asap', () => {
    const spawn = serv.spawnMob
    serv.spawnMob = (...args) => {
      const mob = spawn(...args)
      const random = serv.chance('mob', born++)
      Object.assign(mob, {
        size: null,
        health: serv.loot.healthOf(mob.name),
        birth: mob.position.clone(),
        random,
        key: born,
        goal: null,
        jumped: -RETRY,
        until: random.int(...PAUSE) + serv.tickCount
      })
      mobs.add(mob)
      return mob
    }
  })

  serv.setOwner = (mob, owner) => {
    mob.owner = owner
    serv.showTraits(mob)
  }

  /** Tells clients what they can see of a mob besides its kind: `traits` of its kind, and its name tag. */
  serv.showTraits = mob => {
    mob.metadata = [...(mob.traits ?? []), ...(mob.owner ? writeTag(mob.owner) : [])]
    mob.sendMetadata(mob.metadata)
  }

  const dislikes = mob => ({ x, z }) => serv.blocks.isWater(x, mob.birth.y - 0.5, z)

  function decide (mob, tick) {
    if (tick < mob.until) return
    if (mob.goal) {
      mob.goal = null
      mob.until = tick + mob.random.int(...PAUSE)
      return
    }
    const angle = mob.random() * 2 * Math.PI
    const distance = RANGE * Math.sqrt(mob.random())
    mob.goal = mob.birth.offset(Math.cos(angle) * distance, 0, Math.sin(angle) * distance)
    mob.until = tick + PATIENCE
  }

  function walk (mob, tick) {
    const way = mob.goal.minus(mob.position)
    way.y = 0
    if (way.norm() < 0.3) {
      mob.until = tick
      return
    }
    const step = way.unit().scaled(SPEED)
    mob.velocity = new Vec3(step.x, mob.velocity.y, step.z)
    const yaw = Math.floor(Math.atan2(-step.x, step.z) * 128 / Math.PI)
    if (yaw === mob.yaw) return
    mob.yaw = yaw
    mob._writeOthersNearby('entity_head_rotation', { entityId: mob.id, headYaw: yaw })
  }

  serv.on('tick', (delta, tick) => {
    for (const mob of mobs) {
      decide(mob, tick)
      if (mob.goal) walk(mob, tick)
      const grounded = serv.moveBody(mob, HALF, dislikes(mob))
      if (mob.bumped && grounded && mob.goal) {
        if (tick - mob.jumped < RETRY) mob.until = tick // a wall or water, not a step
        else {
          mob.velocity.y = JUMP
          mob.jumped = tick
        }
      }
    }
  })
}
