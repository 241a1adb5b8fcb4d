'use strict'
/**
 * The items that blocks and mobs drop in Minecraft: from our own table or, if that does not list them, from
 * minecraft-data.
 *
 * minecraft-data lacks the chances, tools and states on which a drop depends, and how many items a mob drops (according
 * to it, a cow always drops one leather, and a sheep no wool). `loot_tables.json` contains these data, and
 * `deviations.json` lists the resulting differences. A drop is { item, min, max, chance }; with `odds`, each piece
 * beyond min comes with that probability, and a drop with `instead` appears only if those before it did not. This
 * module has no random numbers of its own, and ignores silk touch and luck.
 */

const TABLES = require('./loot_tables.json')

const itemOf = (text, name) => text.replace('{name}', name)
  .replace('{bare}', name.replace('wall_', '')).replace('{wood}', name.replace('_leaves', ''))
const STEM = age => (Number(age ?? 7) + 1) / 15 // odds of each seed of a melon's or pumpkin's stem

module.exports = function loot (registry) {
  const row = ([item, min = 1, max = min, chance = 1, odds]) => ({ item, min, max, chance, ...(odds && { odds }) })
  const named = Object.entries(TABLES.blocks).flatMap(([key, cases]) => key.split(' ').map(name => [name, cases]))
  const byName = new Map(named.filter(([name]) => !name.startsWith('*')))
  const bySuffix = named.filter(([name]) => name.startsWith('*')).map(([name, cases]) => [name.slice(1), cases])

  const casesOf = name => byName.get(name) ?? bySuffix.find(([suffix]) => name.endsWith(suffix))?.[1]
  const suits = (needed, tool) => !needed || tool === needed || tool?.endsWith(`_${needed}`)

  /**
   * Drops of a block that is dug with a tool that harvests it; properties: those of the block (if they are missing, the
   * block counts as ripe and whole); tool: the name of the held item.
   */
  function ofBlock (name, properties = null, tool = null) {
    const cases = casesOf(name)
    if (!cases) return elsewhere(name)
    const found = cases.find(({ with: needed, when = {} }) => suits(needed, tool) &&
      (!properties || Object.entries(when).every(([key, value]) => String(properties[key]) === String(value))))
    const fill = drop => {
      const whole = { ...drop, item: itemOf(drop.item, name) }
      // The block gives as many as it has layers.
      if (typeof drop.min === 'string') whole.min = whole.max = Number(properties?.[drop.min] ?? 1)
      if (drop.odds === 'stem') whole.odds = STEM(properties?.age)
      return whole
    }
    const either = ({ first, or }) => [row(first), { ...row(or), chance: 1 - row(first).chance, instead: true }]
    return (found?.drops ?? []).flatMap(drop => Array.isArray(drop) ? [row(drop)] : either(drop))
      .map(fill).filter(({ item }) => registry.itemsByName[item])
  }

  /** The drops in minecraft-data, without those that only silk touch gives. */
  function elsewhere (name) {
    const drops = (registry.blockLoot ? (registry.blockLoot[name]?.drops ?? []) : old(name)).filter(
      drop => !drop.silkTouch && registry.itemsByName[drop.item]
    )
    return drops.map(({ item, dropChance = 1, stackSizeRange: [min, max], noSilkTouch }) => ({
      // With noSilkTouch the data's chance counts both kinds of hands.
      item, min: min ?? 1, max: max ?? min ?? 1, chance: noSilkTouch ? 1 : dropChance
    }))
  }

  /** The data of versions before 1.14 identifies drops by their numbers. */
  const old = name => (registry.blocksByName[name]?.drops ?? []).map(entry => ({
    item: registry.items[entry.drop?.id ?? entry.drop ?? entry]?.name,
    stackSizeRange: [Math.ceil(entry.minCount ?? 1), entry.maxCount]
  }))

  const dyed = (rows, colour) => rows.map(row).map(drop => ({ ...drop, item: drop.item.replace('{colour}', colour) }))

  /** Drops of a killed mob; a shorn sheep has no wool. */
  const ofMob = (name, { colour = 'white', bare = false } = {}) =>
    dyed(TABLES.mobs[name]?.drops ?? [], colour).filter(({ item }) => !bare || !item.endsWith('_wool'))
  const ofShearing = ({ name, colour }) => dyed(TABLES.mobs[name].shorn, colour)
  const healthOf = name => TABLES.mobs[name]?.health ?? 20
  const mobs = Object.keys(TABLES.mobs)

  /** [{ item, count }] drawn from `drops` with `random`. */
  function roll (drops, random) {
    const out = []
    let fell = false
    for (const { item, min, max, chance, odds, instead } of drops) {
      if (instead && fell) continue
      fell = instead || chance >= 1 || random.chance(chance)
      if (!fell) continue
      let count = odds ? min : random.int(min, max)
      if (odds) for (let piece = min; piece < max; piece++) if (random.chance(odds)) count++
      if (count > 0) out.push({ item, count })
    }
    return out
  }

  return { ofBlock, ofMob, ofShearing, healthOf, mobs, roll }
}
