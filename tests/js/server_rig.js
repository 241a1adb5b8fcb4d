'use strict'
/**
 * What the tests of the game's tables share: minecraft-data's files, the server's own tables, a digging plugin on one
 * block, and the comparison with mc_server/deviations.json.
 */

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Item = require('prismarine-item')(registry)
const Block = require('prismarine-block')(registry)
const prng = require('../../mc_server/prng')
const PATHS = require('minecraft-data/minecraft-data/data/dataPaths.json').pc[version]
const data = Object.fromEntries(['blocks', 'items', 'recipes', 'blockLoot', 'entityLoot', 'materials'].map(name =>
  [name, structuredClone(require(`minecraft-data/minecraft-data/data/${PATHS[name]}/${name}.json`))]))
const DEVIATIONS = require('../../mc_server/deviations.json')

const loot = require('../../mc_server/loot')(registry)
const mining = require('../../mc_server/mining')(registry)
const match = require('../../mc_server/recipes')(registry)

const nameOf = id => registry.items[id].name
const listed = part => Object.assign({}, ...Object.values(DEVIATIONS[part]))

/** found: { name: what the server does } of all that deviates. */
function compare (part, found) {
  const known = listed(part)
  const grown = Object.entries(found).filter(([name, text]) => known[name] !== text)
  const gone = Object.keys(known).filter(name => !(name in found))
  assert.deepEqual({ grown: Object.fromEntries(grown), gone }, { grown: {}, gone: [] })
}

const AT = new Vec3(1, 5, 0)
const [START, FINISH] = [0, 2]

/** The real digging plugin, on one block. */
function digger () {
  const due = []
  let state = 0
  let fallen = []
  const serv = Object.assign(new EventEmitter(), {
    tickCount: 0,
    heldItem: player => player.held,
    heldSlot: () => 36,
    after: (ticks, run) => due.push({ at: serv.tickCount + Math.max(1, Math.ceil(ticks)), run }),
    witness () {},
    standingHalf: () => null,
    wearByDigging () {},
    refuse () {},
    lag: () => 0,
    exhaust () {},
    emit () {},
    chance: (...key) => serv.random ?? prng(1, ...key),
    scatter: drops => fallen.push(...drops),
    lying: new Set(),
    loot,
    mining,
    guard: { denies: () => false, warns () {}, breaking: block => block },
    blocks: {
      has: () => true,
      at: position => Object.assign(Block.fromStateId(position.equals(AT) ? state : 0, 0), { position }),
      name: () => 'air',
      set: () => { state = 0 },
      belonging: () => ({ owner: null, structure: null }),
      isWater: () => player.wet
    }
  })
  require('../../mc_server/plugins/digging').server(serv)
  const client = Object.assign(new EventEmitter(), { write () {} })
  const player = {
    username: 'Alice',
    alive: true,
    onGround: true,
    wet: false,
    position: new Vec3(0, 5, 0),
    _client: client,
    held: null,
    gameMode: 0
  }
  player.member = { player, inventory: { slots: [], updateSlot () {} } }
  EventEmitter.prototype.emit.call(serv, 'newPlayer', player)

  /** Ticks from the first packet until the block is gone, with the end claimed at once; Infinity: never. */
  function ticks (stateId, tool, { wet = false, onGround = true } = {}) {
    state = stateId
    due.length = 0
    Object.assign(player, { held: tool, wet, onGround, dig: null, broke: null })
    const since = serv.tickCount
    client.emit('block_dig', { status: START, location: AT })
    client.emit('block_dig', { status: FINISH, location: AT })
    for (const { at, run } of due) { // one claim too early leads to one end
      serv.tickCount = at
      run()
    }
    return state === 0 ? serv.tickCount - since : Infinity
  }

  /** What fell when a block was broken with a tool, drawn from `random`. */
  function drops (stateId, tool, random) {
    state = stateId
    fallen = []
    serv.random = random
    player.held = tool
    serv.breakBlock(serv.blocks.at(AT), player)
    return fallen
  }
  return { ticks, drops }
}

const KINDS = ['pickaxe', 'axe', 'shovel', 'hoe', 'sword']
const MATERIALS = ['wooden', 'stone', 'iron', 'diamond', 'golden', 'netherite']
const TOOLS = [null, ...MATERIALS.flatMap(material => KINDS.map(kind => `${material}_${kind}`)), 'shears']
const toolItem = name => name && new Item(registry.itemsByName[name].id, 1)
const blocks = data.blocks.filter(({ name }) => !/^(void_|cave_)?air$/.test(name))

module.exports = {
  registry,
  Item,
  Block,
  data,
  DEVIATIONS,
  loot,
  mining,
  match,
  nameOf,
  compare,
  digger,
  KINDS,
  MATERIALS,
  TOOLS,
  toolItem,
  blocks
}
