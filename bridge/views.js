'use strict'
/** The things of the world as a program sees them: item, block, entity, recipe, window. One row per reachable name. */
const { refuse, typed, num, amount, text, flag, maybe, either, value, nothing, many } = require('./membrane')

/** @param {object} of - bot, whose windows they are, and lease */
function makeViews ({ vec, json, open, view, ask, handle, inTurn }, { bot, lease } = {}) {
  /** If a window is closed, everything except closing it again is refused. */
  const standing = (window, key) => {
    if (key === 'close') return { close: () => { lease.hold(inTurn(() => bot.closeWindow(window))) } }
    return window === bot.currentWindow ? window : refuse('this window is closed; open it again')
  }
  const item = view('item', {
    data: {
      name: value,
      displayName: value,
      type: value,
      count: value,
      metadata: value,
      slot: value,
      stackSize: value,
      maxDurability: value,
      durabilityUsed: value
    }
  })

  const block = view('block', {
    data: {
      name: value,
      displayName: value,
      type: value,
      stateId: value,
      metadata: value,
      position: vec,
      boundingBox: value,
      hardness: value,
      diggable: value,
      material: value,
      light: value,
      skyLight: value,
      harvestTools: json,
      drops: json
    },
    methods: { getProperties: ask([], json), canHarvest: ask([maybe(num)]) }
  })

  const entity = view('entity', {
    live: {
      id: value,
      name: value,
      type: value,
      kind: value,
      displayName: value,
      username: value,
      position: vec,
      velocity: vec,
      yaw: value,
      pitch: value,
      height: value,
      width: value,
      eyeHeight: value,
      onGround: value,
      isValid: value,
      health: value,
      isInWater: value,
      owner: value,
      metadata: json,
      heldItem: item,
      equipment: many(item)
    },
    methods: { getDroppedItem: ask([], item) }
  })

  const recipe = view('recipe', {
    data: { result: json, requiresTable: value, ingredients: json, inShape: json, delta: json }
  })

  const reading = {
    items: ask([], many(item)),
    containerItems: ask([], many(item)),
    count: ask([num, maybe(num)]),
    findContainerItem: ask([either(num, text), maybe(num), flag], item),
    findInventoryItem: ask([either(num, text), maybe(num), flag], item),
    firstEmptyContainerSlot: ask([]),
    emptySlotCount: ask([])
  }
  const stack = [num, maybe(num), maybe(amount)]
  const container = view('container', {
    standing,
    live: { type: value, slots: many(item) },
    methods: { ...reading, close: ask([], nothing), deposit: handle(stack), withdraw: handle(stack) }
  })
  const furnace = view('furnace', {
    standing,
    live: {
      type: value,
      slots: many(item),
      fuel: value,
      progress: value,
      fuelSeconds: value,
      totalFuelSeconds: value,
      progressSeconds: value
    },
    methods: {
      ...reading,
      close: ask([], nothing),
      putInput: handle(stack),
      putFuel: handle(stack),
      takeInput: handle([], item),
      takeFuel: handle([], item),
      takeOutput: handle([], item),
      inputItem: ask([], item),
      fuelItem: ask([], item),
      outputItem: ask([], item)
    }
  })

  const table = typed('entities by id', entries => Object.freeze(Object.fromEntries(
    Object.entries(entries).map(([key, real]) => [key, entity(real)]).filter(([, made]) => made))), { each: entity })
  const PLAYER = { username: value, ping: value, entity }
  const player = typed(
    'player',
    real => Object.freeze(Object.fromEntries(Object.entries(PLAYER).map(([key, type]) => [key, type(real[key])]))),
    { members: PLAYER }
  )
  const players = typed(
    'players by name',
    entries => Object.freeze(Object.fromEntries(Object.entries(entries).map(([key, real]) => [key, player(real)]))),
    { each: player }
  )

  return {
    item,
    block,
    entity,
    recipe,
    container,
    furnace,
    table,
    players,
    reading,
    openBlock: open('block'),
    openEntity: open('entity')
  }
}

module.exports = { makeViews }
