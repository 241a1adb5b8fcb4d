'use strict'
/**
 * `bot`, as a program sees it: one row per reachable name, with the types of its arguments and of its result. Names
 * without a row do not exist for the program. This file knows mineflayer's names, and enforces only types and the
 * lease.
 */
const {
  makeTurns, refuse, typed, num, amount, text, speech, flag, maybe, oneOf, list, either, callback, value, nothing, many
} = require('./membrane')
const { makeViews } = require('./views')
const { makeGoals, makeMovements } = require('./goals')
const { makeListeners } = require('./listeners')
const { makeFishing } = require('./fishing')
const { say } = require('./speech')

const NEAR = 24 // how far away a crew member's holdings can still be asked, in blocks
const FARTHEST = 128
const MOST_BLOCKS = 1024
const DESTINATION = oneOf('hand', 'head', 'torso', 'legs', 'feet', 'off-hand', undefined)
const TIME = { timeOfDay: value, day: value, isDay: value, age: value }
// radians; more turns than a float of the protocol holds are no direction
const yaw = typed('number', v => num(v) % (2 * Math.PI))
const pitch = typed('number', v => Math.max(-Math.PI / 2, Math.min(num(v), Math.PI / 2)))
const quickBarSlot = typed('number', v => {
  const slot = num(v)
  if (Number.isInteger(slot) && slot >= 0 && slot < 9) return slot
  return refuse(`the quick bar has slots 0 to 8, not ${slot}`)
})
const CONTROL = oneOf('forward', 'back', 'left', 'right', 'jump', 'sprint', 'sneak')

/**
 * @param {object} world - bot, time, guard, goals, movementsOf, ask (asks a sibling, or Python), observe
 * @param {object} membrane - see membrane.js
 * @param {object} lease - see lease.js
 */
function makeFacade ({ bot, time, guard, goals: hostGoals, movementsOf, ask: askPeer, observe }, membrane, lease) {
  const { pos, vec, json, open, ask, act, handle, pass, surface, freeze } = membrane
  const { item, block, entity, recipe, container, furnace, table, players, reading, openBlock, openEntity } =
    makeViews(membrane, { bot, lease })
  const { goal, goals } = makeGoals({ membrane, openEntity, bot, goals: hostGoals })
  const { Movements, movements } = makeMovements({ freeze, movementsOf })
  const listeners = makeListeners({ bot, lease, freeze, entity })
  const fishing = makeFishing({ bot, time, lease })

  const blockRef = either(openBlock, typed('place', v => bot.blockAt(pos(v)) ?? refuse('that block is not loaded')))
  // mineflayer takes a block without a hardness (bedrock) for one that breaks at once
  const diggable = typed(blockRef.says, v => {
    const found = blockRef(v)
    return found.diggable ? found : refuse(`${found.name} cannot be dug`)
  })
  /**
   * One of the six unit vectors. With an approximate vector, the guard would check a different place from the one
   * where the block is put.
   */
  const face = typed('place', v => {
    const given = pos(v)
    const length = Math.abs(given.x) + Math.abs(given.y) + Math.abs(given.z)
    const isFace = length === 1 && given.equals(given.floored())
    return isFace ? given : refuse(`${given} is not a face of a block; give a face such as (0, 1, 0)`)
  })
  /**
   * An item that the bot holds. A view of an item that has changed since stands for the item of its kind whose count
   * differs least, and of two such items for the one in its slot: throwing one of a stack can move others to that slot.
   */
  const held = typed('item', v => {
    const found = open('item')(v)
    const window = bot.currentWindow ?? bot.inventory
    if (window.slots.includes(found) || bot.inventory.slots.includes(found)) return found
    const own = bot.currentWindow ? window.slots.slice(window.inventoryStart) : window.slots
    const alike = own.filter(item => item?.type === found.type)
    if (!alike.length) refuse(`the bot does not hold that ${found.name}`)
    const apart = ({ slot, count }) => Math.abs(count - found.count) + (slot === found.slot ? 0 : 0.5)
    return alike.reduce((best, item) => apart(item) < apart(best) ? item : best)
  })
  const itemRef = either(held, num)
  const matching = either(list(num), num, callback(block))
  const within = (v, otherwise, most) => v === undefined ? otherwise : Math.min(num(v), most)
  const sight = typed('[number]', v => within(v ?? undefined, FARTHEST, FARTHEST))
  const query = typed('{ matching, maxDistance, count, point, useExtraInfo }', q => ({
    matching: matching(q?.matching),
    maxDistance: within(q.maxDistance, 16, FARTHEST),
    count: within(q.count, 1, MOST_BLOCKS),
    ...(q.point && { point: pos(q.point) }),
    useExtraInfo: typeof q.useExtraInfo === 'function' ? callback(block)(q.useExtraInfo) : flag(q.useExtraInfo)
  }), { handed: matching.handed })
  const stack = [num, maybe(num), maybe(amount)]

  const inventory = surface(bot.inventory, {
    live: { slots: many(item) },
    methods: {
      items: reading.items,
      count: reading.count,
      findInventoryItem: reading.findInventoryItem,
      emptySlotCount: reading.emptySlotCount
    }
  })
  const pathfinder = surface(bot.pathfinder, {
    live: { goal: nothing },
    methods: {
      goto: act([goal]),
      setGoal: ask([maybe(goal), flag], nothing),
      setMovements: ask([movements], nothing),
      stop: ask([], nothing),
      isMoving: ask([]),
      isMining: ask([])
    }
  })
  const tool = surface(bot.tool, { methods: { equipForBlock: handle([openBlock, typed('ignored', () => ({}))]) } })

  const planned = makeTurns(lease) // who makes the plans has other bots to answer

  /** Asks a player's bot a question; returns null if the player is not near. */
  async function askNear (player, method, name) {
    const there = player === bot.username ? bot.entity : bot.players[player]?.entity
    if (!there || there.position.distanceTo(bot.entity.position) > NEAR) return null
    return askPeer(player, method, { name })
  }

  const crew = {
    waitForTicks: ticks => new Promise(resolve => {
      const cancel = time.after(ticks, () => { forget(); resolve() })
      const forget = lease.onEnd(() => { cancel(); resolve() })
    }),
    countOf: (player, name) => askNear(player, 'count', name),
    roomOf: (player, name) => askNear(player, 'room', name),
    /**
     * Returns a plan for obtaining `count` more of an item, or null if there is none. The call takes a tick, because
     * every answer must cost game time.
     */
    planFor: (item, count, barred) => planned(async () => {
      const seen = observe(true, place => guard.isFree(place))
      const plan = await askPeer(null, 'plan', { item, count, barred, observation: seen })
      await crew.waitForTicks(1)
      return plan
    }),
    /** Programs look for items every few ticks; in a crowd, views of all entities would cost most of a bot's time. */
    itemsNear: (place, radius) => Object.values(bot.entities).filter(({ name, isValid, position: { x, z } }) =>
      name === 'item' && isValid && Math.hypot(x - place.x, z - place.z) <= radius),
    // There is only one window, so it does not matter which one it is told.
    closeWindow: () => bot.currentWindow ? bot.closeWindow(bot.currentWindow) : undefined
  }

  const guest = surface(bot, {
    live: {
      username: value,
      version: value,
      health: value,
      food: value,
      foodSaturation: value,
      oxygenLevel: value,
      quickBarSlot: value,
      isSleeping: value,
      isRaining: value,
      isAlive: value,
      game: json,
      experience: json,
      time: typed(
        'time',
        t => Object.freeze(Object.fromEntries(Object.entries(TIME).map(([key, type]) => [key, type(t[key])]))),
        { members: TIME }
      ),
      tick: typed('value', () => time.tick),
      entity,
      entities: table,
      players,
      heldItem: item,
      targetDigBlock: block,
      inventory: () => inventory,
      pathfinder: () => pathfinder,
      tool: () => tool,
      world: () => freeze({})
    },
    methods: {
      ...listeners,
      chat: () => ask([speech], nothing)({ chat: line => say(bot, line) }, 'chat'),
      save: () => freeze(() => {}), // Voyager's, for its own log
      blockAt: ask([pos], block),
      findBlock: ask([query], block),
      findBlocks: ask([query], many(vec)),
      nearestEntity: ask([maybe(callback(entity))], entity),
      canSeeBlock: ask([blockRef]),
      canDigBlock: ask([blockRef]),
      mayDig: () => ask([pos])(guard, 'mayDig'),
      itemsNear: () => ask([pos, num], many(entity))(crew, 'itemsNear'),
      blockAtCursor: ask([sight], block),
      digTime: ask([blockRef]),
      recipesFor: ask([num, maybe(num), maybe(num), maybe(either(openBlock, flag))], many(recipe)),
      recipesAll: ask([num, maybe(num), maybe(either(openBlock, flag))], many(recipe)),
      craft: handle([open('recipe'), maybe(amount), maybe(openBlock)]),
      equip: handle([itemRef, DESTINATION]),
      unequip: handle([DESTINATION]),
      toss: handle(stack),
      tossStack: handle([held]),
      consume: pass([]),
      dig: act([diggable, flag]),
      stopDigging: ask([], nothing),
      placeBlock: act([blockRef, face]),
      activateBlock: act([blockRef]),
      activateEntity: act([openEntity]),
      useOn: ask([openEntity], nothing), // what Voyager calls activateEntity
      activateItem: ask([flag], nothing),
      deactivateItem: ask([], nothing),
      fish: () => act([])(fishing, 'fish'),
      isABed: ask([blockRef]),
      closeWindow: () => handle([])(crew, 'closeWindow'),
      openContainer: handle([blockRef], container),
      openChest: handle([blockRef], container),
      openFurnace: handle([blockRef], furnace),
      attack: ask([openEntity], nothing),
      look: pass([yaw, pitch, flag]),
      lookAt: pass([pos, flag]),
      setControlState: ask([CONTROL, flag], nothing),
      getControlState: ask([CONTROL]),
      getEquipmentDestSlot: ask([DESTINATION]),
      clearControlStates: ask([], nothing),
      setQuickBarSlot: ask([quickBarSlot], nothing),
      sleep: act([blockRef]),
      wake: act([]),
      waitForTicks: () => pass([num])(crew, 'waitForTicks'),
      countOf: () => pass([text, text], value)(crew, 'countOf'),
      roomOf: () => pass([text, text], value)(crew, 'roomOf'),
      planFor: () => pass([text, num, list(text)], json)(crew, 'planFor')
    }
  })
  return { bot: guest, goals, Movements }
}

module.exports = { makeFacade, SIGHT: { NEAR, FARTHEST, MOST_BLOCKS } }
