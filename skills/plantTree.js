'use strict'
/**
 * Plants saplings where trees have room to grow; uses held bone meal.
 * @param {string} [kind=any] - oak, birch, spruce, jungle, acacia, or any: the saplings that the bot holds
 * @param {number} [count=1] - how many
 * @keywords tree sapling plant grow forest bone meal wood replant
 * @needs saplings; grass or dirt with room around and above
 * @example plantTree(bot, 'oak', 1)
 * @give oak_sapling=1, bone_meal=16
 */
async function plantTree (bot, kind = 'any', count = 1) {
  const KINDS = ['oak', 'birch', 'spruce', 'jungle', 'acacia']
  const FARTHEST = 16 // blocks to the ground in which it is planted
  const ROOM = 2 // blocks to each side
  const TALL = 6
  const wanted = wholeNumber(count)
  const asked = choiceOf(String(kind).trim().toLowerCase().replace(/_sapling$/, ''), KINDS, 'kind', 'any')
  const names = (asked === 'any' ? KINDS : [asked]).map(wood => `${wood}_sapling`)
  const saplings = () => names.filter(name => holdings(bot)[name])
  const held = saplings().reduce((sum, name) => sum + holdings(bot)[name], 0)
  if (held < wanted) {
    const due = `${wanted} ${asked === 'any' ? 'saplings' : names[0]}`
    throw fail('MISSING_ITEM', `${due} to plant, but the bot holds ${held}: ${wanted - held} missing`)
  }
  const planted = []
  const refused = new Map() // place -> why
  while (planted.length < wanted) {
    const soil = roomy()
    const [why] = refused.values()
    if (!soil) {
      throw tellMore(
        why ?? fail('NO_SPACE', `no ground with room for a tree within ${FARTHEST} blocks`),
        `planted ${planted.length} of ${wanted}`
      )
    }
    const [name] = saplings()
    try {
      const place = await placeItem(bot, name, soil.offset(0, 1, 0))
      planted.push(place)
      while (holdings(bot).bone_meal && bot.blockAt(place)?.name === name) await boneMeal(bot, place)
    } catch (error) {
      if (!anotherMayDo(error, 'NO_SPACE') || refused.size >= 3) {
        throw tellMore(error, `planted ${planted.length} of ${wanted}`)
      }
      refused.set(String(soil), error)
    }
  }
  return { planted, grown: planted.filter(place => bot.blockAt(place)?.name.endsWith('_log')).length }

  function roomy () {
    const feet = bot.entity.position.floored()
    const matching = [mcData.blocksByName.grass_block.id, mcData.blocksByName.dirt.id]
    const apart = p => planted.every(other => other.distanceTo(p) > 2 * ROOM)
    return bot.findBlocks({ matching, maxDistance: FARTHEST, count: 512 })
      .filter(p => p.distanceTo(feet) > 2 && !refused.has(String(p)) && apart(p))
      .find(hasRoom)
  }

  function hasRoom (p) {
    for (let up = 1; up <= TALL; up++) {
      const side = up === 1 ? 0 : ROOM
      for (let dx = -side; dx <= side; dx++) {
        for (let dz = -side; dz <= side; dz++) if (bot.blockAt(p.offset(dx, up, dz))?.name !== 'air') return false
      }
    }
    return true
  }
}
module.exports = plantTree
