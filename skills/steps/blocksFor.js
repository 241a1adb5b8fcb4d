'use strict'
/**
 * Ensures that the bot holds enough building blocks. Returns a function that names the block to place next:
 * the block that the bot has the most of.
 * @internal
 * @param {string} item - a block, or any: cheap building blocks that the bot holds
 * @param {number} count - how many are needed
 * @param {string} what - what is built, for the error message
 * @keywords build blocks inventory
 * @needs the blocks in the inventory
 * @example blocksFor(bot, 'any', 4, 'a pillar of 4')()
 */
function blocksFor (bot, item, count, what) {
  const CHEAP =
    /^(cobblestone|dirt|stone|coarse_dirt|granite|diorite|andesite|netherrack|sandstone|stone_bricks|bricks)$|_planks$/
  const only = item === 'any' ? null : lookUp('item', item).name
  if (only && !Object.hasOwn(mcData.blocksByName, only)) throw fail('BAD_ARGUMENT', `${only} is not a block`)
  const stock = () =>
    Object.entries(holdings(bot))
      .filter(([name]) => only ? name === only : CHEAP.test(name))
      .sort((a, b) => b[1] - a[1])
  const kind = only ?? 'building blocks (cobblestone, dirt, planks)'
  const held = stock().reduce((sum, [, n]) => sum + n, 0)
  if (held < count) {
    throw fail('MISSING_ITEM', `${what} needs ${count} ${kind}, but the bot holds ${held}: ${count - held} missing`)
  }
  return () => {
    const [most] = stock()
    if (!most) throw fail('MISSING_ITEM', `the ${kind} for ${what} are used up`)
    return most[0]
  }
}
module.exports = blocksFor
