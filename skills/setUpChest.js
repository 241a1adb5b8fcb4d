'use strict'
/**
 * Sets up a chest, made if none is held, and puts the given items into it.
 * @param {object} [items={}] - how many of each item to put in, e.g. {dirt: 12}
 * @param {Vec3} [position] - a free position; default: one near the bot
 * @keywords chest store storage keep box craft place
 * @needs eight planks or trees, and the items
 * @example setUpChest(bot, { oak_log: 1 })
 * @give oak_log=5
 */
async function setUpChest (bot, items = {}, position = null) {
  const wanted = Object.keys(items).length ? wishes(items, 'items') : []
  for (const { kind, count } of wanted) mustHold(bot, kind, count, 'lay in')
  if (!holdings(bot).chest) await make(bot, 'chest', 1)
  const place = await (position ? placeItem(bot, 'chest', position) : putDown(bot, 'chest'))
  const short = wanted.find(({ kind, count }) => (holdings(bot)[kind.name] ?? 0) < count)
  if (short) {
    const { kind: { name }, count } = short
    const missing = count - (holdings(bot)[name] ?? 0)
    throw fail('MISSING_ITEM', `making the chest at ${coordinates(place)} used up ${name}; ${missing} missing`)
  }
  if (wanted.length) await depositItemIntoChest(bot, place, items)
  return place
}
module.exports = setUpChest
