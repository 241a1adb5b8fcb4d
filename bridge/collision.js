'use strict'
/**
 * Fixes the collisions of prismarine-physics from outside the package. Load this file before a bot joins.
 *
 * The package places a body beside a wall by adding half the body's width to the position of the wall's side, and later
 * subtracts the same number again. Because of a rounding error (2.3 - 0.3 = 1.9999999999999998), the body is then
 * inside the wall, walks through it, and stands on its edge in the air. With this fix, two boxes that overlap by less
 * than HAIR only touch, as in Minecraft.
 */
const AABB = require('prismarine-physics/lib/aabb')

const HAIR = 1e-7 // blocks

/** Whether two boxes overlap on an axis: [min, max] are the names of its ends. */
const overlap = (a, b, [min, max]) => b[max] > a[min] + HAIR && b[min] < a[max] - HAIR

const AXES = ['X', 'Y', 'Z'].map(axis => [`min${axis}`, `max${axis}`])
AXES.forEach((along, i) => {
  const [min, max] = along
  const [one, other] = AXES.filter(axis => axis !== along)
  /** The part of `way` that a body can move along the axis before it touches this box. */
  AABB.prototype[`computeOffset${'XYZ'[i]}`] = function (body, way) {
    if (!overlap(this, body, one) || !overlap(this, body, other)) return way
    if (way > 0 && body[max] <= this[min] + HAIR) return Math.min(Math.max(0, this[min] - body[max]), way)
    if (way < 0 && body[min] >= this[max] - HAIR) return Math.max(Math.min(0, this[max] - body[min]), way)
    return way
  }
})
