'use strict'
/**
 * Places a block from the inventory.
 * @param {string} name - block
 * @param {Vec3} [position] - a free position beside or on a solid block; default: near the bot
 * @keywords put set build block table
 * @needs the item in the inventory
 * @example placeItem(bot, 'crafting_table', new Vec3(10, 5, 10))
 * @give crafting_table=1
 */
async function placeItem (bot, name, position = null) {
  const kind = lookUp('item', name)
  const OPENS = /crafting_table|chest|furnace|barrel|door|gate|button|lever|bed$|anvil|table|shulker|smoker/
  const FACES = [[0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1], [0, 1, 0]]
  if (!Object.hasOwn(mcData.blocksByName, kind.name)) throw fail('BAD_ARGUMENT', `${kind.name} is not a block`)
  if (!bot.inventory.items().some(i => i.name === kind.name)) {
    throw fail('MISSING_ITEM', `no ${kind.name} in the inventory`)
  }
  const place = position === null || position === undefined ? freePlace() : asPlace(position).floored()
  const where = coordinates(place)
  if (!free(place)) {
    throw fail('NO_SPACE', `${where} is not free: ${bot.blockAt(place)?.name ?? 'nothing loaded'} is there`)
  }
  const base = support(place)
  if (!base) throw fail('NO_SPACE', `there is no solid block beside ${where} to place ${kind.name} against`)
  await reachBlock(bot, place, 3)
  if (stoodIn(place)) await stepOut()
  await equipItem(bot, kind.name)
  const before = holdings(bot)[kind.name]
  let error = null
  for (let attempt = 0; attempt < 2 && bot.blockAt(place)?.name !== kind.name; attempt++) {
    error = await bot.placeBlock(base, place.minus(base.position)).then(() => null, e => e)
    await waitUntil(bot, () => bot.blockAt(place)?.name === kind.name, 5)
  }
  if (bot.blockAt(place)?.name !== kind.name) {
    throw fail('NO_EFFECT', `${kind.name} was not placed at ${where}${error ? `: ${error.message}` : ''}`)
  }
  await waitUntil(bot, () => (holdings(bot)[kind.name] ?? 0) < before, 5)
  return place

  function free (p) {
    const block = bot.blockAt(p)
    return /^((cave_|void_)?air|(tall_)?(grass|seagrass)|fern|water|snow)$/.test(block?.name)
  }

  function support (p) {
    const solid = FACES.map(([x, y, z]) => bot.blockAt(p.offset(x, y, z))).filter(b => b?.boundingBox === 'block')
    return solid.find(b => !OPENS.test(b.name)) ?? null // a click on those would open them
  }

  function stoodIn (p) {
    return bodies().some(at => at.x === p.x && at.z === p.z && (at.y === p.y || at.y + 1 === p.y))
  }

  function bodies () {
    return Object.values(bot.entities).filter(e => e.name !== 'item').map(e => e.position.floored())
  }

  function freePlace () {
    const feet = bot.entity.position.floored()
    // The second search is for stairs and shafts.
    const place = freeNear(feet, [2, 3, 4], [0, 1, -1]) ?? freeNear(feet, [1, 2, 3], [0, 1, -1, 2, -2])
    if (place) return place
    throw fail('NO_SPACE', `no free place for ${kind.name} within 4 blocks of ${coordinates(feet)}`)
  }

  function freeNear (feet, rings, heights) {
    for (const ring of rings) {
      for (const dy of heights) {
        for (let dx = -ring; dx <= ring; dx++) {
          for (let dz = -ring; dz <= ring; dz++) {
            if (Math.max(Math.abs(dx), Math.abs(dz)) !== ring) continue
            const p = feet.offset(dx, dy, dz)
            const floor = bot.blockAt(p.offset(0, -1, 0))
            if (bot.blockAt(p)?.name !== 'air' || bot.blockAt(p.offset(0, 1, 0))?.name !== 'air') continue
            if (floor?.boundingBox === 'block' && !OPENS.test(floor.name) && !stoodIn(p)) return p
          }
        }
      }
    }
    return null
  }

  async function stepOut () {
    const me = bot.entity.position.floored()
    if (me.x === place.x && me.z === place.z) {
      await walk(bot, new GoalInvert(new GoalNear(place.x, place.y, place.z, 1)), `a place next to ${where}`)
    }
    if (!await waitUntil(bot, () => !stoodIn(place), 20)) throw fail('NO_SPACE', `somebody stands at ${where}`)
  }
}
module.exports = placeItem
