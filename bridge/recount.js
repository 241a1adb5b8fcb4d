'use strict'
/**
 * Asks the server anew for all that its bot holds, and tells how that differs from what the bot believed.
 *
 * A click that claims what is not so makes a server send the whole inventory (1.17 knows no such click). What the
 * server sent before has come before, so that what the bot believed at that moment and the answer are two accounts of
 * the same moment: where they differ, the view was wrong, and not late. Takes game time.
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
