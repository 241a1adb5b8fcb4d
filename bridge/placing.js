'use strict'
/**
 * Keeps a bot from placing a block on a side that another block covers. That block may have come there while the bot
 * walked or turned its head. Nobody can click a covered side, so a server may take such a click for cheating.
 */
const { Vec3 } = require('vec3')
const { covers } = require('../game/covering')
const SIDES = require('../game/sides')
const { coded } = require('./failure')

module.exports = function inject (bot) {
  const { placeBlock } = bot
  const write = bot._client.write.bind(bot._client)
  let placing = 0 // calls under way

  bot.placeBlock = async (...args) => {
    placing++
    try {
      return await placeBlock(...args)
    } finally { placing-- }
  }

  bot._client.write = (name, packet) => {
    if (name === 'block_place' && placing > 0) mustBeSeen(packet)
    write(name, packet)
  }

  function mustBeSeen ({ location, direction }) {
    const { x, y, z } = location
    const against = bot.blockAt(new Vec3(x, y, z))
    const there = bot.blockAt(new Vec3(x, y, z).plus(SIDES[direction]))
    if (!there || !covers(there)) return
    if (against && !covers(against)) return // the click replaces that block, or goes into it
    const place = there.position
    throw coded('NO_SPACE', `there is already ${there.name} at ${place.x} ${place.y} ${place.z}`)
  }
}
