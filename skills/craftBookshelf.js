'use strict'
/**
 * Makes bookshelves from raw materials (wood, sugar cane and leather) or held items.
 * @param {number} [count=1] - how many
 * @keywords bookshelf bookcase shelf library books enchant planks
 * @needs trees, sugar cane and cows, or their products: six planks and three books each
 * @example craftBookshelf(bot)
 * @expect bookshelf=1
 */
async function craftBookshelf (bot, count = 1) {
  const BOOKS = takenBy(bot, 'bookshelf', 'book')
  const wanted = wholeNumber(count)
  const missing = BOOKS * wanted - (holdings(bot).book ?? 0)
  if (missing > 0) await craftBooks(bot, missing)
  return make(bot, 'bookshelf', wanted)
}
module.exports = craftBookshelf
