'use strict'
/**
 * Plans how to come by so many more of an item with what is held and what is in sight: steps { gather }, { craft } and
 * { smelt } in order.
 * @internal
 * @param {string} goal - the item
 * @param {number} count - how many more
 * @param {Set} barred - raw items that cannot be had
 * @keywords plan recipe materials
 * @needs nothing
 * @example planFor(bot, 'bookshelf', 1, new Set())
 */
function planFor (bot, goal, count, barred) {
  const SIGHT = 32 // as far as craftItem and smeltItem look for a station
  const FAR = 6 // what one piece costs that is not in sight; in sight, 1
  const HUNT = 2
  const WORK = 0.2 // what a step of crafting costs
  const BURNS = { coal: 8, charcoal: 8 } // pieces smelted by one; of wood 1.5
  const SMELTED = {
    iron_ingot: ['iron_ore'],
    gold_ingot: ['gold_ore'],
    charcoal: logs(),
    glass: ['sand'],
    stone: ['cobblestone'],
    brick: ['clay_ball'],
    cooked_beef: ['beef'],
    cooked_mutton: ['mutton'],
    cooked_porkchop: ['porkchop'],
    cooked_chicken: ['chicken'],
    baked_potato: ['potato'],
    smooth_stone: ['stone']
  }
  const stock = holdings(bot)
  const steps = []
  const ways = new Map() // item -> { cost, by, ... }: the cheapest way to one more of it
  // nobody makes those to use them up
  const worth = ({ takes }) => Object.keys(takes).every(name => stock[name] || !/_wood$|^stripped_/.test(name))
  const recipesFor = item => recipesOf(bot, item).filter(worth)
  const stands = name => Boolean(bot.findBlock({ matching: mcData.blocksByName[name].id, maxDistance: SIGHT }))
  if (!Number.isFinite(wayTo(goal).cost)) {
    throw fail('MISSING_ITEM', `${goal} x${count} lacks ${lacking(goal, count).join(', ')}, which nothing here yields`)
  }
  get(goal, count)
  return steps

  function logs () { return ['oak', 'birch', 'spruce', 'jungle', 'acacia', 'dark_oak'].map(wood => `${wood}_log`) }

  function wayTo (item, above = []) {
    if (ways.has(item)) return ways.get(item)
    const none = { cost: Infinity }
    if (above.includes(item) || above.length > 9) return none
    const path = [...above, item]
    const each = (name) => stock[name] ? WORK : wayTo(name, path).cost
    const all = [none]
    const source = barred.has(item) ? null : sourceOf(item)
    if (source) {
      const seen = inSight(bot, source)
      const [tool] = seen && source.blocks ? toolsFor(seen) : []
      const armed = !tool || toolsFor(seen).some(name => stock[name])
      all.push({
        by: 'gather',
        tool: source.blocks && toolsFor(seen ?? source.blocks[0]),
        cost: (seen ? 1 : FAR) * (source.chance ? HUNT : 1) + (armed ? 0 : WORK)
      })
    }
    for (const from of SMELTED[item] ?? []) all.push({ by: 'smelt', from, cost: each(from) + 2 })
    for (const recipe of recipesFor(item)) {
      const sum = Object.entries(recipe.takes).reduce((cost, [name, n]) => cost + n * each(name), 0)
      all.push({ by: 'craft', recipe, cost: sum / recipe.gives + WORK })
    }
    const best = all.reduce((a, b) => b.cost < a.cost ? b : a)
    if (Number.isFinite(best.cost) || !above.length) ways.set(item, best)
    return best
  }

  function get (item, n) {
    const way = choose(item, n)
    if (way.by === 'gather') {
      if (way.tool?.length) keep(way.tool)
      const known = steps.find(step => step.gather === item)
      if (known) known.count += n
      else steps.push({ gather: item, count: n })
    } else if (way.by === 'smelt') {
      if (!stands('furnace')) keep(['furnace'])
      use(way.from, n)
      steps.push({ smelt: way.from, fuel: burn(n), count: n })
    } else {
      const times = Math.ceil(n / way.recipe.gives)
      if (way.recipe.table && !stands('crafting_table')) keep(['crafting_table'])
      for (const [name, each] of Object.entries(way.recipe.takes)) use(name, each * times)
      steps.push({ craft: item, times })
      stock[item] = (stock[item] ?? 0) + times * way.recipe.gives - n
    }
  }

  function choose (item, n) { // of several recipes the one for which least is missing
    const way = wayTo(item)
    if (way.by !== 'craft') return way
    const missing = recipe => Object.entries(recipe.takes).reduce((cost, [name, each]) => {
      const due = each * Math.ceil(n / recipe.gives) - (stock[name] ?? 0)
      return due > 0 ? cost + due * wayTo(name, [item]).cost : cost
    }, 0)
    const recipes = recipesFor(item).map(recipe => ({ recipe, cost: missing(recipe) }))
    return { by: 'craft', ...recipes.reduce((a, b) => b.cost < a.cost ? b : a) }
  }

  function use (item, n) {
    const held = Math.min(stock[item] ?? 0, n)
    if (held) stock[item] -= held
    if (held < n) get(item, n - held)
  }

  function keep (names) { // one of them is there from here on
    if (names.some(name => stock[name])) return
    const name = names.find(one => Number.isFinite(wayTo(one).cost)) ?? names[0]
    stock[name] = 0
    get(name, 1)
    stock[name] += 1
  }

  function burn (n) {
    const wood = Object.keys(mcData.itemsByName).filter(
      name => name.endsWith('_planks') && !/crimson|warped/.test(name)
    )
    const fuels = ['coal', 'charcoal', ...wood, ...logs()].map(fuel => {
      const pieces = Math.ceil(n / (BURNS[fuel] ?? 1.5))
      const due = pieces - (stock[fuel] ?? 0)
      return { fuel, pieces, cost: due > 0 ? due * wayTo(fuel).cost : pieces * WORK }
    })
    const { fuel, pieces } = fuels.reduce((a, b) => b.cost < a.cost ? b : a)
    use(fuel, pieces)
    return fuel
  }

  function lacking (item, n) { // the raw things, of the variant that lacks fewest kinds
    if (sourceOf(item) && !barred.has(item)) return []
    const due = n - (item === goal ? 0 : stock[item] ?? 0)
    if (due <= 0) return []
    const recipes = recipesFor(item).filter(({ takes }) => !Object.hasOwn(takes, goal))
    const lists = recipes.map(({ takes, gives }) => Object.entries(takes)
      .filter(([name]) => name !== item && !Number.isFinite(wayTo(name, [item]).cost))
      .map(([name, each]) => `${Math.max(1, each * Math.ceil(due / gives) - (stock[name] ?? 0))} ${name}`))
    return lists.filter(list => list.length).sort((a, b) => a.length - b.length)[0] ?? [`${due} ${item}`]
  }
}
module.exports = planFor
