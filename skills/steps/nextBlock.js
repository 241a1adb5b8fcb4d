'use strict'
/**
 * Chooses the block to mine next. Skips unripe crops; prefers blocks that may be dug and that are near, low and not
 * walled in; avoids the lowest block of a plant that grows upwards if there is another one.
 * @internal
 * @param {string} name - block
 * @param {number} need - how many are still wanted
 * @param {number} sight - search radius in blocks
 * @param {Map} refused - places to avoid, by String(place)
 * @param {object} [only=null] - { around, radius }: ignore blocks that are farther away than this
 * @keywords find choose block
 * @needs nothing
 * @example nextBlock(bot, 'sugar_cane', 3, 48, new Map())
 */
function nextBlock (bot, name, need, sight, refused, only = null) {
  const COLUMNS = ['sugar_cane', 'bamboo', 'cactus', 'kelp_plant']
  const here = bot.entity.position
  const found = bot.findBlocks({ matching: mcData.blocksByName[name].id, maxDistance: sight, count: 192 })
    .filter(p => !refused.has(String(p)) && isRipe(bot.blockAt(p)))
    .filter(p => !only || p.distanceTo(only.around) <= only.radius)
  const free = found.filter(p => bot.mayDig(p))
  const places = free.length ? free : found
  if (COLUMNS.includes(name)) return cutOf(places)
  const feet = here.floored()
  const cost = p => {
    const rise = p.y - feet.y
    const below = p.x === feet.x && p.z === feet.z && rise < 0 ? 3 : 0 // not the ground one stands on
    const climb = rise > 4 ? 4 * rise : rise > 0 ? rise / 4 : -2 * rise
    return Math.hypot(p.x + 0.5 - here.x, p.z + 0.5 - here.z) + climb + below
  }
  const ranked = places.map(p => ({ p, cost: cost(p) })).sort((a, b) => a.cost - b.cost).slice(0, 48).map(r => r.p)
  const place = ranked.find(open) ?? ranked[0]
  return place ? { place, range: 1, blocks: 1 } : null

  function open (p) {
    return [[1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0]]
      .some(([x, y, z]) => bot.blockAt(p.offset(x, y, z))?.boundingBox === 'empty')
  }

  function cutOf (parts) { // what stands above a cut comes down with it
    const known = new Set(parts.map(String))
    const columns = parts.filter(p => !known.has(String(p.offset(0, -1, 0)))).map(base => {
      let height = 1
      while (known.has(String(base.offset(0, height, 0)))) height++
      return { base, height, away: base.distanceTo(here) }
    }).sort((a, b) => a.away - b.away)
    const tall = columns.find(c => c.height > 1)
    const { base, height } = tall ?? columns[0] ?? {}
    if (!base) return null
    const blocks = tall ? Math.min(need, height - 1) : 1
    return { place: base.offset(0, height - blocks, 0), range: 2, blocks }
  }
}
module.exports = nextBlock
