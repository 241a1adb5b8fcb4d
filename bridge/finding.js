'use strict'
/**
 * Searches for kinds of blocks by their state numbers. The results are the same as those of mineflayer's own search.
 *
 * mineflayer builds a whole block, with its biome, light and contents, for every place that it looks at, although only
 * its kind is compared.
 */
function speedUpFinding (bot) {
  const { findBlocks } = bot
  const kinds = [] // of state numbers

  const kindAt = place => {
    const state = bot.world.getBlockStateId(place)
    return (kinds[state] ??= { type: bot.registry.blocksByStateId[state].id })
  }

  bot.findBlocks = options => {
    if (typeof options.matching === 'function' || options.useExtraInfo) return findBlocks(options)
    const { blockAt } = bot
    bot.blockAt = kindAt // the search is synchronous, and reads nothing but the type
    try {
      return findBlocks(options)
    } finally {
      bot.blockAt = blockAt
    }
  }
}

module.exports = speedUpFinding
