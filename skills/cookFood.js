'use strict'
/**
 * Cooks raw food in a furnace: what is held, or what is hunted if nothing is.
 * @param {number} [count=2] - how many pieces
 * @param {string} [food=any] - beef, mutton, porkchop, chicken, potato, or any
 * @keywords cook food roast bake steak meat beef mutton potato furnace
 * @needs raw food or animals; a furnace and fuel, or what they are made of
 * @example cookFood(bot, 2, 'beef')
 * @give cobblestone=8
 * @expect cooked_beef=2
 */
async function cookFood (bot, count = 2, food = 'any') {
  const COOKED = {
    beef: 'cooked_beef',
    mutton: 'cooked_mutton',
    porkchop: 'cooked_porkchop',
    chicken: 'cooked_chicken',
    potato: 'baked_potato'
  }
  const wanted = wholeNumber(count)
  choiceOf(food, Object.keys(COOKED), 'food', 'any')
  const cooked = {}
  for (let left = wanted; left > 0;) {
    const raw = food === 'any' ? await choose() : food
    const batch = Math.min(left, food === 'any' ? holdings(bot)[raw] : left)
    await make(bot, COOKED[raw], batch)
    cooked[COOKED[raw]] = (cooked[COOKED[raw]] ?? 0) + batch
    left -= batch
  }
  return cooked

  async function choose () {
    const most = (a, b) => holdings(bot)[b] - holdings(bot)[a]
    const held = () => Object.keys(COOKED).filter(raw => holdings(bot)[raw]).sort(most)[0]
    if (!held()) await gatherFood(bot, 2 * wanted, 'meat')
    return held()
  }
}
module.exports = cookFood
