'use strict'
/** The faults of prismarine-physics' collisions, each shown and fixed without a server. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
require('../../bridge/collision')
const AABB = require('prismarine-physics/lib/aabb')

const HALF = 0.3
const bodyAt = (x, y, z) => new AABB(-HALF, 0, -HALF, HALF, 1.8, HALF).offset(x, y, z)
const blockAt = (x, y, z) => new AABB(0, 0, 0, 1, 1, 1).offset(x, y, z)

test('a body that touches a wall does not walk through it, on any side, at any coordinate', () => {
  for (let n = -60; n <= 60; n++) {
    assert.equal(
      Math.abs(blockAt(5, 9, n - 1).computeOffsetZ(bodyAt(5.5, 9, n + HALF), -0.1)),
      0,
      `from ${n} to the north`
    )
    assert.equal(blockAt(5, 9, n).computeOffsetZ(bodyAt(5.5, 9, n - HALF), 0.1), 0, `from ${n} to the south`)
    assert.equal(
      Math.abs(blockAt(n - 1, 9, 5).computeOffsetX(bodyAt(n + HALF, 9, 5.5), -0.1)),
      0,
      `from ${n} to the west`
    )
    assert.equal(blockAt(n, 9, 5).computeOffsetX(bodyAt(n - HALF, 9, 5.5), 0.1), 0, `from ${n} to the east`)
  }
})

test('a body that touches a wall falls past its edges', () => {
  for (let n = -60; n <= 60; n++) {
    assert.equal(blockAt(5, 8, n - 1).computeOffsetY(bodyAt(5.5, 9.2, n + HALF), -0.4), -0.4)
    assert.equal(blockAt(n, 8, 5).computeOffsetY(bodyAt(n - HALF, 9.2, 5.5), -0.4), -0.4)
  }
})

test('a body stops at what is in its way, and lands on what is below', () => {
  const close = (got, wanted) => assert.ok(Math.abs(got - wanted) < 1e-9, `${got}, not ${wanted}`)
  close(blockAt(5, 9, 0).computeOffsetZ(bodyAt(5.5, 9, 1.5), -0.5), -0.2)
  close(blockAt(5, 9, 2).computeOffsetZ(bodyAt(5.5, 9, 1.5), 0.5), 0.2)
  close(blockAt(5, 8, 1).computeOffsetY(bodyAt(5.5, 9.25, 1.5), -0.4), -0.25)
  close(blockAt(5, 11, 1).computeOffsetY(bodyAt(5.5, 9, 1.5), 0.42), 0.2)
  close(blockAt(7, 9, 1).computeOffsetX(bodyAt(5.5, 9, 1.5), 0.5), 0.5)
})
