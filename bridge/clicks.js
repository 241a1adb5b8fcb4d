'use strict'
/**
 * The clicks a run makes in windows: refused once it is over, and what they left lying is put back.
 *
 * mineflayer's craft() of 64 makes some hundred clicks; refusing the next one is the only way to end it. A click that
 * is under way is not taken back.
 */
const GRID = [1, 2, 3, 4]
const PUT_BACK_TICKS = 3 // for the server to tell where it put it

function holdClicks (bot, time) {
  const click = bot.clickWindow
  let held = false
  bot.clickWindow = async (...args) => {
    if (held) throw new Error('the run is over')
    return click(...args)
  }

  /** What lies on the cursor and in the own grid goes back into the slots, as when a player closes the inventory. */
  async function putBack () {
    const { inventory } = bot
    if (!inventory.selectedItem && !GRID.some(slot => inventory.slots[slot])) return
    inventory.selectedItem = null
    bot._client.write('close_window', { windowId: 0 })
    await new Promise(resolve => time.after(PUT_BACK_TICKS, resolve))
  }

  return {
    hold () { held = true },
    async free () {
      await putBack()
      held = false
    }
  }
}

module.exports = { holdClicks }
