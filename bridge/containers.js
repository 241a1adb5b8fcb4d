'use strict'
/**
 * The contents of the containers that a bot has opened, as they were when it closed them.
 *
 * A window does not say which block it belongs to. The block is assumed to be the one that the bot has clicked since
 * the last window opened; clicks on blocks without a window do not count. If the bot clicked several such blocks,
 * nothing is remembered. Items that others take out later are not noticed. A container that is gone is forgotten.
 */
const { amountsOf } = require('./holdings')
const { containers } = require('../game/facts')

const CONTAINER = new RegExp(containers)
const WINDOWED = /_table$|anvil$|^loom$|^stonecutter$|^grindstone$|^brewing_stand$|^beacon$|^lectern$/
const MOST = 24 // containers, those that were closed last

function makeContainers (bot) {
  const known = new Map() // place as text -> { block, at, items }
  const { activateBlock } = bot
  const clicked = new Map() // place as text -> block
  bot.activateBlock = (block, ...rest) => {
    if (CONTAINER.test(block.name) || WINDOWED.test(block.name)) clicked.set(String(block.position), block)
    return activateBlock(block, ...rest)
  }
  let open = null
  bot.on('windowOpen', window => {
    open = { window, block: clicked.size === 1 ? [...clicked.values()][0] : null }
    clicked.clear()
  })
  bot.on('windowClose', window => {
    if (!open || open.window !== window) return
    const { block } = open
    open = null
    if (!block || !CONTAINER.test(block.name)) return
    const key = String(block.position)
    known.delete(key) // so that it comes last
    known.set(key, {
      block: block.name,
      place: block.position,
      items: amountsOf(window.slots.slice(0, window.inventoryStart))
    })
    if (known.size > MOST) known.delete(known.keys().next().value)
  })

  return function containers () {
    for (const [key, { block, place }] of known) {
      const now = bot.blockAt(place)
      if (now && now.name !== block) known.delete(key)
    }
    return [...known.values()].map(({ block, place, items }) => ({ block, at: [place.x, place.y, place.z], items }))
  }
}

module.exports = { makeContainers }
