'use strict'
/**
 * Goals of the pathfinder: constructors that give a program sealed tokens, and the movement settings that it may
 * change.
 */
const { refuse, typed, num, coordinate, flag, list } = require('./membrane')

// Without a range the pathfinder would walk forever.
const near = typed('[number]', range => range === undefined ? 1 : num(range))
const MOST_GOALS = 100 // within one: each is asked at every step of every search
const TUNABLE = ['canDig', 'allow1by1towers', 'allowParkour', 'allowSprinting', 'allowFreeMotion']

function makeGoals ({ membrane, openEntity, bot, goals }) {
  const { pos, open, seal, freeze } = membrane
  const goal = open('goal')
  const world = () => bot.world
  const table = {
    GoalBlock: [coordinate, coordinate, coordinate],
    GoalNear: [coordinate, coordinate, coordinate, near],
    GoalXZ: [coordinate, coordinate],
    GoalNearXZ: [coordinate, coordinate, near],
    GoalY: [coordinate],
    GoalGetToBlock: [coordinate, coordinate, coordinate],
    GoalFollow: [openEntity, near],
    GoalInvert: [goal],
    GoalCompositeAny: [list(goal)],
    GoalCompositeAll: [list(goal)],
    GoalLookAtBlock: [pos, world, () => ({})],
    GoalPlaceBlock: [pos, world, o => ({ range: o?.range === undefined ? 4 : num(o.range) })]
  }
  const made = {}
  const sizes = new WeakMap() // goal -> how many goals it is made of
  for (const [name, types] of Object.entries(table)) {
    made[name] = function (...args) {
      const real = new goals[name](...types.map((type, i) => type(args[i])))
      const size = 1 + [real.goal, ...real.goals ?? []].reduce((sum, inner) => sum + (sizes.get(inner) ?? 0), 0)
      if (size > MOST_GOALS) refuse(`one goal contains more than ${MOST_GOALS} goals`)
      sizes.set(real, size)
      return seal('goal', real, { goal: name })
    }
    freeze(made[name])
  }
  return { goal, goals: freeze(made) }
}

/** A guest's Movements is an object of booleans, which is read when it is passed to setMovements. */
function makeMovements ({ freeze, movementsOf }) {
  function Movements () { for (const key of TUNABLE) this[key] = key !== 'allow1by1towers' }
  const movements = typed('Movements', guest => {
    const real = movementsOf()
    for (const key of TUNABLE) {
      if (guest !== null && typeof guest === 'object' && key in guest) real[key] = flag(guest[key])
    }
    return real
  })
  return { Movements: freeze(Movements), movements }
}

module.exports = { makeGoals, makeMovements, MOST_GOALS }
