'use strict'
/**
 * Keeps a bot from placing a block where it sees another one, which may have come there while the bot walked. Nobody
 * can click the side of a block that another block covers, so the server reports such a click as cheating.
 */
const { coded } = require('./failure')

module.exports = function inject (bot) {
  const { placeBlock } = bot
  bot.placeBlock = async (block, face, ...rest) => {
    const place = block.position.plus(face)
    const there = bot.blockAt(place)
    if (there?.boundingBox === 'block' && bot.blockAt(block.position)?.boundingBox === 'block') {
      throw coded('NO_SPACE', `there is already ${there.name} at ${place.x} ${place.y} ${place.z}`)
    }
    return placeBlock(block, face, ...rest)
  }
}
