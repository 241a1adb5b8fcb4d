'use strict'
/**
 * mineflayer-pathfinder 2.4.5 with its faults fixed from outside. Load this file instead of the package, and before
 * any module that loads the package (mineflayer-tool does). Its search is fixed in `search.js`.
 *
 * 1. Its goto() resolves, although the bot has not moved, if a result (partial, timeout or noPath) has an empty path.
 *    Here goto() is our own: it resolves when the goal is reached and rejects in every other case.
 * 2. If its stop() is called while nothing moves, the next goto() fails. Here setGoal(null) is used instead.
 * 3. The package may ignore a goal that was set. Here the search for such a goal is repeated, and given up after
 *    three attempts.
 * 4. If a bot is nearer to the second node of its path than the first node is, the package assumes that the bot has
 *    passed the first node. If the path turns back on itself (a step up, then a jump over the starting point), the bot
 *    hops below it forever. Here a path begins with the node in which the bot stands.
 */
const NODES_PER_TICK = 60
const NODES_PER_SEARCH = 4500
const STALL_TICKS = 40
const STALLS = 3
const STUCK_TICKS = 160
const BARRED = 100 // a cost at which a block is not broken
const HUNGRY = 6 // food with which nobody sprints any more; mineflayer would
const NATURAL = new Set([
  'granite', 'diorite', 'andesite', 'sandstone', 'red_sandstone', 'coarse_dirt', 'clay', 'snow_block', 'packed_ice',
  'blue_ice', 'magma_block', 'melon', 'mossy_cobblestone'
])

const { READINGS_PER_NODE } = require('./search') // before the package, which loads its search, too
const { pathfinder: plugin, goals, Movements } = require('mineflayer-pathfinder')

function pathfinder (bot) {
  plugin(bot)
  const finder = bot.pathfinder
  finder.tickTimeout = NODES_PER_TICK * READINGS_PER_NODE
  finder.thinkTimeout = NODES_PER_SEARCH * READINGS_PER_NODE
  finder.stop = () => finder.setGoal(null)
  finder.goto = goal => goto(bot, goal)
  finder.avoided = () => false
  finder.avoid = avoids => { finder.avoided = avoids }
  guard(bot)
  bot.once('spawn', () => {
    finder.usual = movementsOf(bot)
    finder.setMovements(finder.usual)
    bot.on('health', () => { finder.usual.allowSprinting = bot.food > HUNGRY })
  })
}

function goto (bot, goal) {
  return new Promise((resolve, reject) => {
    const listeners = {
      goal_reached: reached => { if (reached === goal) end() },
      goal_updated: changed => { if (changed !== goal) end('The goal was changed before it was reached') },
      path_stop: () => end('Path was stopped before the goal was reached'),
      path_stalled: () => end('No path to the goal: the bot stands still'),
      path_update: ({ status }) => {
        if (status === 'noPath') end('No path to the goal')
        if (status === 'timeout') end('Took to long to decide path to the goal')
      }
    }
    function end (problem) {
      for (const name in listeners) bot.removeListener(name, listeners[name])
      if (problem && bot.pathfinder.goal === goal) bot.pathfinder.setGoal(null)
      // The pathfinder is in the middle of its tick: let it end before the next goal is set.
      setImmediate(() => problem ? reject(new Error(problem)) : resolve())
    }
    bot.pathfinder.setGoal(goal)
    for (const name in listeners) bot.on(name, listeners[name])
  })
}

function guard (bot) {
  let idle = 0 // ticks in which nothing at all happens for the goal
  let stalls = 0
  let stuck = 0 // ticks in one place, neither digging nor searching
  let place = null
  bot.on('path_update', () => { idle = 0; if (place === null) stuck = 0 })
  bot.on('goal_updated', () => { idle = stalls = stuck = 0; place = null })
  bot.on('physicsTick', () => {
    const { goal, movements } = bot.pathfinder
    const busy = bot.pathfinder.isMining() || bot.pathfinder.isBuilding() || bot.targetDigBlock
    if (!goal || busy || goal.constructor.name === 'GoalFollow') {
      idle = stuck = 0
      return
    }
    if (place === null || hasLeft(place, bot.entity)) {
      place = bot.entity.position.clone()
      stalls = stuck = 0
    }
    if (bot.pathfinder.isMoving()) idle = 0
    else if (++idle > STALL_TICKS) {
      idle = 0
      if (++stalls >= STALLS) return bot.emit('path_stalled')
      bot.pathfinder.setMovements(movements) // searches again for the same goal
    }
    if (++stuck > STUCK_TICKS) {
      stuck = 0
      bot.emit('path_stalled')
    }
  })
}

/** Whether the bot has left a place; hopping on the spot does not count. */
function hasLeft (place, { position, onGround }) {
  const aside = Math.hypot(position.x - place.x, position.z - place.z)
  return aside > 0.5 || (onGround && Math.abs(position.y - place.y) > 0.5)
}

/** How our bots walk: they may dig but build no scaffolds, and they do not dig blocks that somebody made. */
function movementsOf (bot) {
  const movements = new Movements(bot)
  movements.allow1by1towers = false
  movements.scafoldingBlocks = []
  for (const block of bot.registry.blocksArray) if (isMade(bot.registry, block)) movements.blocksCantBreak.add(block.id)
  movements.exclusionAreasBreak.push(block => bot.pathfinder.avoided(block) ? BARRED : 0)
  return movements
}

/**
 * Whether a block is assumed to be made by somebody. This is so for glass, farmland and blocks with a recipe, except
 * rocks and soils that also occur naturally.
 */
function isMade ({ itemsByName, recipes }, { name }) {
  if (/glass|farmland/.test(name)) return true
  return Boolean(recipes[itemsByName[name]?.id]) && !NATURAL.has(name)
}

module.exports = { pathfinder, goals, movementsOf }
