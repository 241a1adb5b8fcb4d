'use strict'
/**
 * Plants saplings where trees have room, and brings them on with bone meal while some is held; returns where they stand.
 * @param {string} [kind=any] - oak, birch, spruce, jungle, acacia; any: what sapling is held
 * @param {number} [count=1] - how many
 * @keywords tree sapling plant grow forest bone meal wood replant
 * @needs saplings; grass or dirt with room around and above
 * @example plantTree(bot, 'oak', 1)
 * @give oak_sapling=1, bone_meal=16
 */
async function plantTree (bot, kind = 'any', count = 1) {
  const SIGHT = 16
  const ROOM = 2 // blocks to each side
  const TALL = 6
  const wanted = wholeNumber(count)
  const saplings = () => Object.entries(holdings(bot)).filter(([name]) => kind === 'any' ? name.endsWith('_sapling') : name === `${kind}_sapling`)
  const held = saplings().reduce((sum, [, n]) => sum + n, 0)
  if (held < wanted) throw fail('MISSING_ITEM', `${wanted} trees take as many ${kind === 'any' ? '' : `${kind}_`}saplings, ${held} held: ${wanted - held} missing`)
  const planted = []
  while (planted.length < wanted) {
    const soil = roomy()
    if (!soil) throw fail('NO_SPACE', `no ground with room for a tree within ${SIGHT} blocks; planted ${planted.length} of ${wanted}`)
    const [name] = saplings()[0]
    const place = await placeItem(bot, name, soil.offset(0, 1, 0))
    planted.push(place)
    while (holdings(bot).bone_meal && bot.blockAt(place)?.name === name) {
      await reachBlock(bot, place)
      await equipItem(bot, 'bone_meal')
      await bot.activateBlock(bot.blockAt(place))
      await bot.waitForTicks(4)
    }
  }
  return { planted, grown: planted.filter(place => bot.blockAt(place)?.name.endsWith('_log')).length }

  function roomy () {
    const feet = bot.entity.position.floored()
    return bot.findBlocks({ matching: [mcData.blocksByName.grass_block.id, mcData.blocksByName.dirt.id], maxDistance: SIGHT, count: 512 })
      .filter(p => p.distanceTo(feet) > 2 && planted.every(other => other.distanceTo(p) > 2 * ROOM))
      .find(hasRoom)
  }

  function hasRoom (p) {
    for (let up = 1; up <= TALL; up++) {
      const side = up === 1 ? 0 : ROOM
      for (let dx = -side; dx <= side; dx++) for (let dz = -side; dz <= side; dz++) if (bot.blockAt(p.offset(dx, up, dz))?.name !== 'air') return false
    }
    return true
  }
}
module.exports = plantTree
