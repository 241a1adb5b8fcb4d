'use strict'
/**
 * Asks the server again for the bot's inventory, and returns it together with the bot's own view.
 *
 * If a click states a wrong item, the server sends the whole inventory again. In 1.17, no click makes it do so. All
 * earlier messages of the server arrive before its answer, so the answer and the bot's view describe the same moment:
 * if they differ, the view was wrong, not merely late. Takes game time.
 */
const { holdings } = require('./holdings')

const PATIENCE_TICKS = 40
const ACTION = -1 // no click of mineflayer's has that number
const BESIDE = { windowId: 0, slot: -999, mouseButton: 0, mode: 4 } // a key pressed beside the window: it does nothing

function makeRecount (bot, time) {
  const Item = require('prismarine-item')(bot.registry)
  const client = bot._client

  function ask () {
    if (bot.supportFeature('stateIdUsed')) bot._syncWindow(bot.inventory).catch(() => {})
    else if (bot.supportFeature('transactionPacketExists')) {
      client.write('window_click', { ...BESIDE, action: ACTION, item: Item.toNotch(new Item(1, 1)) })
    }
  }

  /** { seen, counted }, both { item: count }; null if the server does not answer. */
  return () => new Promise(resolve => {
    let seen
    const before = ({ windowId }) => { if (windowId === 0) seen = holdings(bot) }
    const after = ({ windowId }) => { if (windowId === 0) end({ seen, counted: holdings(bot) }) }
    const cancel = time.after(PATIENCE_TICKS, () => end(null))
    client.prependListener('window_items', before)
    client.on('window_items', after)
    ask()

    function end (told) {
      cancel()
      client.removeListener('window_items', before)
      client.removeListener('window_items', after)
      resolve(told)
    }
  })
}

module.exports = { makeRecount }
