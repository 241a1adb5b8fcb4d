'use strict'
/**
 * Makes any item from raw materials: gathers, smelts and crafts what it needs.
 * @param {string} item - what to make, e.g. bookshelf
 * @param {number} [count=1] - how many more
 * @keywords make obtain get craft scratch everything materials chain
 * @needs the materials, or a world that has them
 * @example craftFromScratch(bot, 'ladder', 3)
 * @expect ladder=3
 */
async function craftFromScratch (bot, item, count = 1) {
  const before = holdings(bot)
  await make(bot, item, wholeNumber(count))
  return gainedSince(bot, before)
}
module.exports = craftFromScratch
