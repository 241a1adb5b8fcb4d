'use strict'
/**
 * Takes an item into the hand or puts it on.
 * @param {string} name - item, e.g. wooden_axe
 * @param {string} [destination=hand] - hand, off-hand, head, torso, legs or feet
 * @keywords hold wear wield hand armor tool weapon
 * @needs the item in the inventory
 * @example equipItem(bot, 'wooden_axe')
 * @give wooden_axe=1
 */
async function equipItem (bot, name, destination = 'hand') {
  const places = ['hand', 'head', 'torso', 'legs', 'feet', 'off-hand']
  if (!places.includes(destination)) throw fail('BAD_ARGUMENT', `destination has to be one of ${places.join(', ')}`)
  const kind = lookUp('item', name)
  const slot = { head: 5, torso: 6, legs: 7, feet: 8, 'off-hand': 45 }[destination]
  const there = () => slot === undefined ? bot.heldItem : bot.inventory.slots[slot]
  if (there()?.name === kind.name) return
  const item = bot.inventory.items().find(i => i.name === kind.name)
  if (!item) throw fail('MISSING_ITEM', `no ${kind.name} in the inventory`)
  await bot.equip(item, destination)
  const worn = await waitUntil(bot, () => there()?.name === kind.name, 5)
  if (!worn) throw fail('NO_EFFECT', `the bot could not move ${kind.name} to its ${destination}`)
}
module.exports = equipItem
