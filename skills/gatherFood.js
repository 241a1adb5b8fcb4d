'use strict'
/**
 * Gets raw food from the nearest source: meat, ripe crops or melons.
 * @param {number} [points=6] - number of food points; beef and carrots have 3 each
 * @param {string} [kind=any] - meat, plants or any
 * @keywords food meat eat hungry hunger hunt beef mutton carrot
 * @needs animals or ripe plants, in sight or to be found
 * @example gatherFood(bot, 8)
 */
async function gatherFood (bot, points = 6, kind = 'any') {
  const FOODS = {
    meat: ['beef', 'mutton', 'porkchop', 'chicken'],
    plants: ['carrot', 'potato', 'beetroot', 'melon_slice']
  }
  const wanted = wholeNumber(points, 'points')
  if (kind !== 'any' && !Object.hasOwn(FOODS, kind)) {
    throw fail('BAD_ARGUMENT', `kind has to be meat, plants or any, not '${String(kind).slice(0, 40)}'`)
  }
  let foods = kind === 'any' ? [...FOODS.meat, ...FOODS.plants] : FOODS[kind]
  const before = holdings(bot)
  const foodsGained = () =>
    Object.entries(gainedSince(bot, before)).filter(([name]) => Object.hasOwn(mcData.foodsByName, name))
  const worth = () => foodsGained().reduce((sum, [name, n]) => sum + n * mcData.foodsByName[name].foodPoints, 0)
  while (worth() < wanted) {
    const food = await lookFor(bot, nearest, `food (${foods.join(', ')})`)
    try {
      await gatherRaw(bot, food, 1)
    } catch (error) {
      foods = foods.filter(name => name !== food)
      if (!foods.length || error.code === 'INVENTORY_FULL') {
        throw tellMore(error, `got food for ${worth()} of ${wanted} points`)
      }
    }
  }
  return Object.fromEntries(foodsGained())

  function nearest () {
    const here = bot.entity.position
    const away = food => {
      const source = sourceOf(food)
      const seen = inSight(bot, source)
      if (!seen) return Infinity
      const place = source.mob
        ? bot.nearestEntity(e => e.name === seen && e.isValid && !ownerOf(e)).position
        : nextBlock(bot, seen, 1, rules.distances.blocks, new Map()).place
      return place.distanceTo(here)
    }
    const [best] = foods.map(food => ({ food, far: away(food) })).sort((a, b) => a.far - b.far)
    return Number.isFinite(best?.far) ? best.food : null
  }
}
module.exports = gatherFood
