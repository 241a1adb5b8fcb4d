'use strict'
/**
 * How long it takes in Minecraft to dig a block with a tool, and whether the block then drops anything.
 *
 * Hardness and tools come from minecraft-data, except for blocks for which it lists the tools of another block.
 * `mining.json` contains the right tools, and `deviations.json` lists the resulting differences. This module knows
 * nothing about enchantments and effects, which this world does not have.
 */

const TABLES = require('./mining.json')

const HARVESTED = 30 // of a block's hardness, in ticks at speed 1
const SPOILT = 100 // the same with what does not harvest it
const HINDERED = 5 // times slower with the head under water, and once more off the ground

module.exports = function mining (registry) {
  const { version } = registry
  // Later data has its tools from the game itself.
  const ours = version.type === 'pc' && version.majorVersion === TABLES.majorVersion
  const corrections = new Map()
  for (const { blocks, speeds, tools } of ours ? TABLES.corrections : []) {
    for (const pattern of blocks) {
      const named = new RegExp(`^(${pattern})$`)
      for (const { name } of registry.blocksArray) {
        if (named.test(name)) {
          corrections.set(name, { ...corrections.get(name), ...(speeds && { speeds }), ...(tools && { tools }) })
        }
      }
    }
  }

  function speed (block, tool) {
    const name = tool?.name ?? 'hand'
    const speeds = corrections.get(block.name)?.speeds
    if (!speeds) return (tool && registry.materials[block.material]?.[registry.itemsByName[tool.name].id]) || 1
    const [material, kind = material] = name.split('_')
    const factor = speeds[kind]
    return factor === 'material' ? TABLES.materials[material] : factor ?? 1
  }

  /** Names of the tools with any of which the block yields a drop; empty if it can be harvested by hand. */
  function tools ({ name, harvestTools }) {
    const corrected = corrections.get(name)?.tools
    if (corrected === 'none') return []
    if (corrected) return Object.keys(TABLES.materials).map(material => `${material}_${corrected}`)
    return Object.keys(harvestTools ?? {}).map(type => registry.items[type].name)
  }

  /** Whether digging `block` with `tool` (an item, or an object with its name; null: the hand) yields a drop. */
  function harvests (block, tool) {
    const harvesters = tools(block)
    return !harvesters.length || Boolean(tool && harvesters.includes(tool.name))
  }

  /** Ticks until the block breaks; 0: at once; Infinity: never. */
  function ticks (block, tool, { inWater = false, onGround = true } = {}) {
    if (!block.diggable || block.hardness === null || block.hardness < 0) return Infinity
    const pace = speed(block, tool) / (inWater ? HINDERED : 1) / (onGround ? 1 : HINDERED)
    // The order matters: clients round as we do.
    const damage = pace / block.hardness / (harvests(block, tool) ? HARVESTED : SPOILT)
    return damage >= 1 ? 0 : Math.ceil(1 / damage)
  }

  return { ticks, tools, harvests }
}
