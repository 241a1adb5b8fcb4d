'use strict'
/**
 * What blocks and mobs yield: our own table first, minecraft-data where it is right.
 *
 * minecraft-data's entityLoot has lost counts (a cow always one leather) and items (a sheep no wool), its blockLoot the
 * chances of leaves; `loot_tables.json` says those.
 * Knows no randomness of its own and no tools beyond the block's list of those that harvest it.
 */

const TABLES = require('./loot_tables.json')

module.exports = function loot (registry) {
  const row = ([item, min, max, chance = 1]) => ({ item, min, max, chance })

  /** Drops of a block dug with what harvests it, as [{ item, min, max, chance }]; without properties, of a ripe crop. */
  function ofBlock (name, { age } = {}) {
    const unripe = TABLES.unripe[name]
    if (unripe && age < unripe.below) return unripe.drops.map(row)
    if (TABLES.blocks[name]) return TABLES.blocks[name].map(row)
    if (name.endsWith('_leaves')) {
      const wood = name.slice(0, -'_leaves'.length)
      const rows = TABLES.leaves.map(([item, ...rest]) => row([item.replace('{wood}', wood), ...rest]))
      if (name === 'oak_leaves') rows.push(...TABLES.oak_leaves_too.map(row))
      return rows.filter(({ item }) => registry.itemsByName[item])
    }
    const drops = (registry.blockLoot[name]?.drops ?? []).filter(drop => !drop.silkTouch && registry.itemsByName[drop.item])
    return drops.map(({ item, dropChance = 1, stackSizeRange: [min, max], noSilkTouch }) => ({
      item, min: min ?? 1, max: max ?? min ?? 1, chance: noSilkTouch ? 1 : dropChance // noSilkTouch: the chance counts both hands
    }))
  }

  const ofMob = name => (TABLES.mobs[name]?.drops ?? []).map(row)
  const healthOf = name => TABLES.mobs[name]?.health ?? 20
  const mobs = Object.keys(TABLES.mobs)

  /** Whether digging `block` with `tool` (an item or null) yields anything. */
  const harvests = (block, tool) => !block.harvestTools || Boolean(tool && block.harvestTools[tool.type])

  /** [{ item, count }] drawn from `drops` with `random`. */
  function roll (drops, random) {
    const out = []
    for (const { item, min, max, chance } of drops) {
      if (chance < 1 && !random.chance(chance)) continue
      const count = random.int(min, max)
      if (count > 0) out.push({ item, count })
    }
    return out
  }

  return { ofBlock, ofMob, healthOf, mobs, harvests, roll }
}
