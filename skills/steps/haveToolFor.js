'use strict'
/**
 * Makes the simplest tool with which a block yields items, unless the bot holds one or needs none.
 * @internal
 * @param {string} block - its name, e.g. iron_ore
 * @keywords tool pickaxe
 * @needs what the tool is made of, or a world that has it
 * @example haveToolFor(bot, 'stone')
 */
async function haveToolFor (bot, block) {
  const tools = toolsFor(block)
  const held = holdings(bot)
  if (!tools.length || tools.some(tool => held[tool])) return
  await make(bot, tools[0], 1)
}
module.exports = haveToolFor
