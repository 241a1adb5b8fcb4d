'use strict'
/**
 * Makes torches; one stick and one coal or charcoal make four.
 * @param {number} [count=4] - minimum number of torches
 * @keywords torch light coal charcoal stick cave
 * @needs coal and a pickaxe, or what they are made of
 * @example craftTorches(bot, 8)
 * @arena mine
 * @give stone_pickaxe=1
 * @expect torch=8
 */
async function craftTorches (bot, count = 4) {
  const EACH = recipesOf(bot, 'torch')[0].gives
  const wanted = wholeNumber(count)
  const held = holdings(bot)
  const pieces = Math.ceil(wanted / EACH)
  const missing = pieces - (held.coal ?? 0) - (held.charcoal ?? 0)
  if (missing > 0) await make(bot, inSight(bot, sourceOf('coal')) ? 'coal' : 'charcoal', missing)
  const sticks = pieces - (holdings(bot).stick ?? 0)
  if (sticks > 0) await make(bot, 'stick', sticks)
  await craftItem(bot, 'torch', pieces)
  return { torch: pieces * EACH }
}
module.exports = craftTorches
