'use strict'
/**
 * How items and mobs fall, slide and float, with one fixed step per tick.
 *
 * Fills a gap: flying-squid takes a body's position for its centre, makes the body bounce by half its size, and uses
 * real time for its steps, so that items fall through the floor after a pause. Velocities are in blocks per second.
 */

const { Vec3 } = require('vec3')

const STEP = 0.05 // seconds per tick
const GRAVITY = 20
const FALL = 30
const FLOAT = 1
const FRICTION = 0.6
const STILL = 0.05
const LOOK = 10 // ticks between two looks at whether the ground is still there

module.exports.server = function (serv) {
  const { isSolid, isWater } = serv.blocks

  /** Advances a body's motion by one tick; `half` is half of its width. Sets `bumped` if an obstacle was in the way. */
  serv.moveBody = (entity, half, avoids = () => false) => {
    const v = entity.velocity
    const p = entity.position.clone()
    const wet = isWater(p.x, p.y + 0.2, p.z)
    v.y = wet ? FLOAT : Math.max(-FALL, v.y - GRAVITY * STEP)
    entity.bumped = false
    for (const axis of ['x', 'z']) {
      if (!v[axis]) continue
      const next = p.clone()
      next[axis] += v[axis] * STEP
      const edge = next.clone()
      edge[axis] += Math.sign(v[axis]) * half
      if (isSolid(edge.x, p.y + 0.05, edge.z) || avoids(edge)) {
        v[axis] = 0
        entity.bumped = true
      } else p[axis] = next[axis]
    }
    let grounded = false
    const y = p.y + v.y * STEP
    if (v.y < 0 && (isSolid(p.x, y, p.z) || y < 0)) {
      p.y = Math.floor(y) + 1
      v.y = 0
      grounded = true
    } else if (!(v.y > 0 && isSolid(p.x, y + 0.25, p.z))) p.y = y
    if (wet || grounded) {
      for (const axis of ['x', 'z']) v[axis] = Math.abs(v[axis]) < STILL ? 0 : v[axis] * FRICTION
    }
    if (!p.equals(entity.position)) entity.sendPosition(p, grounded)
    return grounded
  }

  serv.on('tick', (delta, tick) => {
    for (const entity of serv.lying) {
      if (entity.resting && (tick + entity.id) % LOOK) continue
      const grounded = serv.moveBody(entity, 0.12)
      entity.resting = grounded && entity.velocity.equals(new Vec3(0, 0, 0))
    }
  })
}
