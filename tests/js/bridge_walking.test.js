'use strict'
/** Simulated walks are cheaper than the package's, and have the same results. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { Physics: makePhysics } = require('prismarine-physics')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Block = require('prismarine-block')(registry)
require('../../bridge/collision')
const random = require('../../bridge/random')
const Physics = require('mineflayer-pathfinder/lib/physics')
const packages = Physics.prototype.simulateUntil
require('../../bridge/walking')
const ours = Physics.prototype.simulateUntil

const GROUND = 60
const WALKS = Number(process.env.WALKS ?? 60) // CI tries fewer
const MATERIALS = [
  'air', 'air', 'air', 'stone', 'dirt', 'water', 'cobweb', 'ladder', 'soul_sand', 'slime_block', 'oak_slab'
]

/** A bot in the middle of random blocks. `looks` counts how often a block is looked at. */
function wandererIn (seed) {
  const next = random(seed)
  const blocks = new Map()
  const looks = { count: 0 }
  const blockAt = position => {
    looks.count++
    const place = position.floored()
    if (!blocks.has(`${place}`)) {
      const name = place.y < GROUND ? 'stone' : MATERIALS[Math.floor(next() * MATERIALS.length)]
      blocks.set(`${place}`, registry.blocksByName[name].defaultState)
    }
    const block = Block.fromStateId(blocks.get(`${place}`), 0)
    block.position = place
    return block
  }
  // Made in a fixed order: which block is looked at first must not matter.
  for (let x = -8; x <= 8; x++) {
    for (let y = GROUND - 6; y <= GROUND + 6; y++) for (let z = -8; z <= 8; z++) blockAt(new Vec3(x, y, z))
  }
  const control = { forward: false, back: false, left: false, right: false, jump: false, sprint: false, sneak: false }
  const bot = {
    version,
    blockAt,
    controlState: control,
    inventory: { slots: [] },
    jumpTicks: 0,
    jumpQueued: false,
    fireworkRocketDuration: 0,
    physics: makePhysics(registry, { getBlock: blockAt }),
    entity: {
      position: new Vec3(next() * 4 - 2, GROUND, next() * 4 - 2),
      velocity: new Vec3(0, 0, 0),
      effects: {},
      attributes: {},
      onGround: true,
      yaw: 0,
      pitch: 0
    }
  }
  return { bot, looks, path: [new Vec3(Math.floor(next() * 9) - 4 + 0.5, GROUND, Math.floor(next() * 9) - 4 + 0.5)] }
}

/** All questions that the package asks in a tick, with their answers and with each simulation's last state. */
function answersOf (seed, simulateUntil) {
  const { bot, looks, path } = wandererIn(seed)
  const physics = new Physics(bot)
  const states = []
  physics.simulateUntil = function (...args) {
    const { pos, vel, yaw, onGround, jumpTicks, isInWater } = simulateUntil.apply(this, args)
    states.push([`${pos} ${vel}`, yaw, onGround, jumpTicks, isInWater])
    return { pos, vel, yaw, onGround, jumpTicks, isInWater }
  }
  looks.count = 0
  const answers = [
    physics.canStraightLine(path, true), physics.canSprintJump(path), physics.canStraightLine(path),
    physics.canWalkJump(path), physics.canStraightLineBetween(bot.entity.position, path[0])
  ]
  return { answers, states, looks: looks.count }
}

test(`${WALKS} random walks have the same results as without the change, and look at fewer blocks`, () => {
  const looked = { before: 0, now: 0 }
  const seen = new Set()
  for (let seed = 1; seed <= WALKS; seed++) {
    const before = answersOf(seed, packages)
    const now = answersOf(seed, ours)
    assert.deepEqual(now.answers, before.answers, `seed ${seed}`)
    assert.deepEqual(now.states, before.states, `seed ${seed}`)
    looked.before += before.looks
    looked.now += now.looks
    seen.add(`${now.answers}`)
  }
  assert.ok(seen.size > 2, 'the walks are of several kinds')
  assert.ok(looked.now * 10 < looked.before, `${looked.now} looks at blocks, ${looked.before} before`)
})
