'use strict'
/**
 * Cooks raw food in a furnace: held food first, then meat that it hunts.
 * @param {number} [count=2] - how many pieces
 * @param {string} [food=any] - beef, mutton, porkchop, chicken, potato, or any
 * @keywords cook food roast bake steak meat beef mutton potato furnace
 * @needs raw food or animals; a furnace and fuel, or what they are made of
 * @example cookFood(bot, 2, 'beef')
 * @give cobblestone=8
 * @expect cooked_beef=2
 */
async function cookFood (bot, count = 2, food = 'any') {
  const RAW = ['beef', 'mutton', 'porkchop', 'chicken', 'potato']
  const wanted = wholeNumber(count)
  choiceOf(food, RAW, 'food', 'any')
  const cooked = {}
  for (let left = wanted; left > 0;) {
    const raw = food === 'any' ? await choose() : food
    const batch = Math.min(left, food === 'any' ? holdings(bot)[raw] : left)
    const meal = rules.smelting[raw]
    await make(bot, meal, batch)
    cooked[meal] = (cooked[meal] ?? 0) + batch
    left -= batch
  }
  return cooked

  async function choose () {
    const most = (a, b) => holdings(bot)[b] - holdings(bot)[a]
    const held = () => RAW.filter(raw => holdings(bot)[raw]).sort(most)[0]
    if (!held()) await gatherFood(bot, 2 * wanted, 'meat')
    return held()
  }
}
module.exports = cookFood
