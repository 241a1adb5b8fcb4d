'use strict'
/**
 * The search of mineflayer-pathfinder 2.4.5, fixed from outside. Load this file before the package: a search that is
 * already loaded has the wrong clock.
 *
 * 1. It edits the nodes of a path in place, and after a partial result it still uses the same objects: the goal is then
 *    tested with shifted coordinates, and the bot never moves again. Here a result contains copies.
 * 2. It is limited by real time, so its result depends on the machine. Here it is limited by the number of nodes.
 * 3. It looks at a block, and computes what breaking it costs, once for each of the many moves that touch it. Here it
 *    does so once per tick; nothing changes while it computes.
 */
const hooks = require('node:perf_hooks')
const { blockKey } = require('./blockkey')

const SEARCH = 'mineflayer-pathfinder/lib/astar'
const READINGS_PER_NODE = 2 // compute() asks the clock twice per node

const AStar = loadSearch()

/** Loads the search with a clock that advances by one "millisecond" each time it is read. */
function loadSearch () {
  if (require.cache[require.resolve(SEARCH)]) throw new Error('mineflayer-pathfinder was loaded before its fixes')
  let readings = 0
  const clock = { now: () => ++readings }
  const real = Object.getOwnPropertyDescriptor(hooks, 'performance')
  const lay = descriptor => Object.defineProperty(hooks, 'performance', descriptor)
  lay({ value: clock, configurable: true, enumerable: true, writable: true })
  try {
    return require(SEARCH)
  } finally { lay(real) }
}

function root (node) {
  while (node.parent) node = node.parent
  return node.data
}

const copy = move => Object.assign(Object.create(Object.getPrototypeOf(move)), move)
const { makeResult, compute } = AStar.prototype
AStar.prototype.makeResult = function (status, node) {
  const result = makeResult.call(this, status, node)
  return { ...result, path: [root(node), ...result.path].map(copy) }
}

AStar.prototype.compute = function () {
  const { movements } = this
  this.movements = remembering(movements)
  try {
    return compute.call(this)
  } finally { this.movements = movements }
}

/** The same movements; they look at each block once. */
function remembering (movements) {
  const blocks = new Map()
  const costs = new Map() // block -> [cost of passing it, places that must be broken for it]

  function getBlock (place, dx, dy, dz) {
    if (!place) return movements.getBlock(place, dx, dy, dz) // a neighbour of what is not loaded
    const key = blockKey(place.x + dx, place.y + dy, place.z + dz)
    let known = blocks.get(key)
    if (!known) {
      const block = movements.getBlock(place, dx, dy, dz)
      if (!block.position) return block // not loaded: what it says depends on who asks
      blocks.set(key, known = { block, height: block.height })
    }
    known.block.height = known.height // a move that builds changes it
    return known.block
  }

  function safeOrBreak (block, toBreak) {
    if (!costs.has(block)) {
      const broken = []
      costs.set(block, [movements.safeOrBreak.call(remembered, block, broken), broken])
    }
    const [cost, broken] = costs.get(block)
    toBreak.push(...broken)
    return cost
  }

  const remembered = Object.assign(Object.create(movements), { getBlock, safeOrBreak })
  return remembered
}

module.exports = { READINGS_PER_NODE }
