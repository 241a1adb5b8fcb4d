'use strict'
/**
 * Crafts an item until enough is made; `worth` determines how much each use of a recipe counts.
 * @internal
 * @param {string} name - item to make, e.g. stick
 * @param {number} count - how much
 * @param {function} worth - takes a recipe and returns how much each use of it counts
 * @param {boolean} [setUp=false] - whether a held crafting table is set up if none is near
 * @keywords make build recipe crafting
 * @needs the ingredients in the inventory; a crafting table within ${rules.distances.stations} blocks for 3x3 recipes
 * @example craftUntil(bot, 'oak_planks', 4, recipe => recipe.result.count)
 */
async function craftUntil (bot, name, count, worth, setUp = false) {
  const SIGHT = rules.distances.stations
  const kind = lookUp('item', name)
  const wanted = wholeNumber(count)
  const recipes = bot.recipesAll(kind.id, null, true)
  if (!recipes.length) throw fail('BAD_ARGUMENT', `${kind.name} cannot be crafted`)
  const plan = chooseRecipes()
  let table = null
  if (plan.some(step => step.recipe.requiresTable)) {
    table = bot.findBlock({ matching: mcData.blocksByName.crafting_table.id, maxDistance: SIGHT })
    if (!table && setUp && holdings(bot).crafting_table) table = bot.blockAt(await putDown(bot, 'crafting_table'))
    if (!table) {
      throw fail('NEEDS_TABLE', `${kind.name} needs a crafting table, but there is none within ${SIGHT} blocks`)
    }
    await reachBlock(bot, table.position, 2)
  }
  needRoom()
  const before = holdings(bot)[kind.name] ?? 0
  const due = plan.reduce((sum, step) => sum + step.times * step.recipe.result.count, 0)
  const made = () => (holdings(bot)[kind.name] ?? 0) - before
  for (const { recipe, times } of plan) {
    try {
      await bot.craft(recipe, times, recipe.requiresTable ? table : null)
    } catch (error) {
      if (recipe.requiresTable && bot.blockAt(table.position)?.name !== table.name) throw tableGone()
      if (!hasRoomFor(bot, kind.name)) {
        throw fail('INVENTORY_FULL', `no room for ${kind.name}; made ${made()} of ${due}`)
      }
      throw fail('NO_EFFECT', `crafting ${kind.name} failed after ${made()} of ${due}: ${error.message}`)
    }
  }
  if (await waitUntil(bot, () => made() >= due, 10)) return { [kind.name]: due }
  if (!hasRoomFor(bot, kind.name)) throw fail('INVENTORY_FULL', `no room for ${kind.name}; made ${made()} of ${due}`)
  throw fail('NO_EFFECT', `crafting gave ${made()} of ${due} ${kind.name}`)

  function tableGone () {
    const where = coordinates(table.position)
    return fail('NEEDS_TABLE', `the crafting table at ${where} was taken away; made ${made()} of ${due} ${kind.name}`)
  }

  function chooseRecipes () { // as few variants as possible, none twice, by what is held
    const held = holdings(bot)
    const steps = []
    let left = wanted
    // A variant without a table first, then the one most of which can be made.
    const able = r => Math.min(...needs(r).map(([item, n]) => Math.floor((held[item] ?? 0) / n)))
    for (const recipe of [...recipes].sort((a, b) => a.requiresTable - b.requiresTable || able(b) - able(a))) {
      const now = Math.min(timesFor(recipe, left), able(recipe))
      if (now < 1) continue
      for (const [item, n] of needs(recipe)) held[item] -= n * now
      steps.push({ recipe, times: now })
      left -= now * worth(recipe)
      if (left <= 0) return steps
    }
    throw fail('MISSING_ITEM', lackInWords(left, held, steps))
  }

  function lackInWords (left, held, steps) { // by the recipe that lacks least; `held` is what the steps leave
    const ways = recipes.map(recipe => {
      const times = timesFor(recipe, left)
      return { recipe, times, parts: needs(recipe).map(([item, n]) => [item, n * times, held[item] ?? 0]) }
    })
    const able = steps.reduce((sum, step) => sum + step.times * step.recipe.result.count, 0)
    const [{ recipe, times, parts }] = ways.sort((a, b) => missing(a.parts) - missing(b.parts))
    const always = item => recipes.every(r => needs(r).some(([other]) => other === item))
    const lacks = parts.filter(([, n, own]) => n > own).map(([item, n, own]) => {
      const other = always(item) ? '' : ' (or another kind)'
      const short = `${n - own} ${item}${other} ${n - own === 1 ? 'is' : 'are'} missing`
      return `${short}: ${n} needed, ${own} ${able ? 'left' : 'held'}`
    })
    const each = times > 1 ? ` (crafted ${times} times, ${recipe.result.count} each time)` : ''
    const first = able ? `the held items make only ${able} ${kind.name}; ` : ''
    const due = `${times * recipe.result.count}${able ? ' more' : ''} ${kind.name}`
    return `${first}to make ${due}${each}, ${lacks.join('; ')}`
  }

  function missing (parts) {
    return parts.reduce((total, [, n, own]) => total + Math.max(0, n - own), 0)
  }

  function timesFor (recipe, left) {
    return Math.ceil(left / worth(recipe))
  }

  function needRoom () { // what does not fit would be thrown on the ground
    const stacks = bot.inventory.items()
    const used = {}
    for (const { recipe, times } of plan) {
      for (const [item, n] of needs(recipe)) used[item] = (used[item] ?? 0) + n * times
    }
    let freed = 0
    for (const stack of stacks) {
      if ((used[stack.name] ?? 0) >= stack.count) freed++
      used[stack.name] -= stack.count
    }
    const size = kind.stackSize
    const room =
      stacks.reduce((sum, s) => s.name === kind.name ? sum + size - s.count : sum, 0) +
      size * (bot.inventory.emptySlotCount() + freed)
    const due = plan.reduce((sum, { recipe, times }) => sum + recipe.result.count * times, 0)
    if (room < due) throw fail('INVENTORY_FULL', `no room for ${due} ${kind.name}`)
  }

  function needs (recipe) {
    return Object.entries(ingredients(recipe))
  }
}
module.exports = craftUntil
