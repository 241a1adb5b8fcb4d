'use strict'
/** Goals of the pathfinder: constructors that hand a program sealed tokens, and the movements it may tune. */
const { typed, num, flag, list } = require('./membrane')

const near = typed('[number]', range => range === undefined ? 1 : num(range)) // with none the pathfinder would walk for ever
const TUNABLE = ['canDig', 'allow1by1towers', 'allowParkour', 'allowSprinting', 'allowFreeMotion']

function makeGoals ({ membrane, openEntity, bot, goals }) {
  const { pos, open, seal, freeze } = membrane
  const goal = open('goal')
  const world = () => bot.world
  const table = {
    GoalBlock: [num, num, num],
    GoalNear: [num, num, num, near],
    GoalXZ: [num, num],
    GoalNearXZ: [num, num, near],
    GoalY: [num],
    GoalGetToBlock: [num, num, num],
    GoalFollow: [openEntity, near],
    GoalInvert: [goal],
    GoalCompositeAny: [list(goal)],
    GoalCompositeAll: [list(goal)],
    GoalLookAtBlock: [pos, world, () => ({})],
    GoalPlaceBlock: [pos, world, o => ({ range: o?.range === undefined ? 4 : num(o.range) })]
  }
  const made = {}
  for (const [name, types] of Object.entries(table)) {
    made[name] = function (...args) { return seal('goal', new goals[name](...types.map((type, i) => type(args[i]))), { goal: name }) }
    freeze(made[name])
  }
  return { goal, goals: freeze(made) }
}

/** A guest's Movements is an object of booleans, read when it is handed to setMovements. */
function makeMovements ({ freeze, movementsOf }) {
  function Movements () { for (const key of TUNABLE) this[key] = key !== 'allow1by1towers' }
  const movements = typed('Movements', guest => {
    const real = movementsOf()
    for (const key of TUNABLE) if (guest !== null && typeof guest === 'object' && key in guest) real[key] = flag(guest[key])
    return real
  })
  return { Movements: freeze(Movements), movements }
}

module.exports = { makeGoals, makeMovements }
