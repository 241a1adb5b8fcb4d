'use strict'
/**
 * Returns the source of a raw item: { blocks } to mine or { mob } to hunt, and whether it depends on chance; null if
 * the item has to be made.
 * @internal
 * @param {string} item - e.g. leather
 * @keywords source raw block mob
 * @needs nothing
 * @example sourceOf('cobblestone').blocks
 */
function sourceOf (item) {
  const BLOCKS = {
    cobblestone: ['stone', 'cobblestone'],
    dirt: ['dirt', 'grass_block'],
    coal: ['coal_ore'],
    diamond: ['diamond_ore'],
    emerald: ['emerald_ore'],
    lapis_lazuli: ['lapis_ore'],
    redstone: ['redstone_ore'],
    quartz: ['nether_quartz_ore'],
    clay_ball: ['clay'],
    string: ['cobweb'],
    wheat: ['wheat'],
    carrot: ['carrots'],
    potato: ['potatoes'],
    beetroot: ['beetroots'],
    beetroot_seeds: ['beetroots'],
    melon_slice: ['melon'],
    cocoa_beans: ['cocoa']
  }
  const BY_CHANCE = {
    wheat_seeds: ['grass', 'tall_grass', 'fern', 'wheat'],
    flint: ['gravel'],
    gravel: ['gravel'], // or flint
    apple: ['oak_leaves'],
    oak_sapling: ['oak_leaves'],
    birch_sapling: ['birch_leaves']
  }
  const HUNTED = {
    leather: 'cow',
    beef: 'cow',
    mutton: 'sheep',
    white_wool: 'sheep',
    porkchop: 'pig',
    chicken: 'chicken',
    feather: 'chicken'
  }
  const ITSELF = [
    'oak_log', 'spruce_log', 'birch_log', 'jungle_log', 'acacia_log', 'dark_oak_log', 'sugar_cane', 'iron_ore',
    'gold_ore', 'sand', 'red_sand', 'cactus', 'bamboo', 'pumpkin', 'dandelion', 'poppy', 'blue_orchid',
    'allium', 'azure_bluet', 'oxeye_daisy', 'cornflower', 'lily_of_the_valley', 'red_tulip', 'orange_tulip',
    'white_tulip', 'pink_tulip', 'brown_mushroom', 'red_mushroom', 'kelp', 'obsidian'
  ]
  if (Object.hasOwn(HUNTED, item)) return { mob: HUNTED[item], chance: true }
  if (Object.hasOwn(BY_CHANCE, item)) return { blocks: BY_CHANCE[item], chance: true }
  if (Object.hasOwn(BLOCKS, item)) return { blocks: BLOCKS[item], chance: false }
  return ITSELF.includes(item) ? { blocks: [item], chance: false } : null
}
module.exports = sourceOf
