'use strict'
/**
 * Builds a pillar under the bot.
 * @param {number} [height=4] - in blocks
 * @param {string} [item=any] - the material, or any: cheap blocks that the bot holds
 * @keywords pillar tower column climb up high lookout
 * @needs the blocks, and free space overhead
 * @example buildPillar(bot, 4, 'dirt')
 * @give dirt=4
 */
async function buildPillar (bot, height = 4, item = 'any') {
  const CLEAR = 1.05 // how high above the last block the feet have to be
  const TRIES = 4
  const wanted = wholeNumber(height, 'height')
  const next = blocksFor(bot, item, wanted, `a pillar of ${wanted}`)
  const foot = bot.entity.position.floored()
  for (let up = 2; up < wanted + 2; up++) {
    const over = bot.blockAt(foot.offset(0, up, 0))
    if (over?.boundingBox === 'block') {
      throw fail('NO_SPACE', `${over.name} is overhead at ${coordinates(over.position)}`)
    }
  }
  await walk(bot, new GoalNear(foot.x, foot.y, foot.z, 0), 'the middle of its block')
  for (let up = 0; up < wanted; up++) {
    const place = foot.offset(0, up, 0)
    for (let tries = 0; bot.blockAt(place)?.boundingBox !== 'block'; tries++) {
      if (tries === TRIES) {
        const high = `the pillar is only ${up} of ${wanted} blocks high`
        throw fail('NO_EFFECT', `${high}; ${coordinates(place)} is still empty`)
      }
      await raise(place)
    }
  }
  await waitUntil(bot, () => bot.entity.onGround, 10)
  return { height: wanted, top: bot.entity.position.floored() }

  async function raise (place) {
    await equipItem(bot, next())
    await bot.lookAt(place.offset(0.5, 0, 0.5), true)
    bot.setControlState('jump', true)
    try {
      await waitUntil(bot, () => bot.entity.position.y >= place.y + CLEAR, 12, 1)
      await bot.placeBlock(bot.blockAt(place.offset(0, -1, 0)), new Vec3(0, 1, 0))
    } catch (error) {
      if (!['NO_EFFECT', 'NO_SPACE', 'OUT_OF_REACH'].includes(error.code)) throw error
    } finally {
      bot.setControlState('jump', false)
    }
    await waitUntil(bot, () => bot.entity.onGround, 10, 1)
  }
}
module.exports = buildPillar
