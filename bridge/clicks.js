'use strict'
/**
 * The clicks a run makes in windows: refused once it is over, and what they left lying is put back.
 *
 * mineflayer's craft() of 64 makes some hundred clicks, its toss() of 30 as many; refusing the next one is the only way
 * to end it. A click that is under way is not taken back, but not waited for without end: some servers never answer.
 * Minecraft from 1.17 on answers no clicks; there only those that craft() makes are refused.
 *
 * What is picked up may come to lie where something is just being put: the server refuses that click, and the thing
 * stays on the cursor, where no skill sees it. Taking in hand is tried once more then.
 */
const OUTSIDE = -999
const GRID = [1, 2, 3, 4]
const REFUSED = /rejected transaction/ // mineflayer's word for it
const PUT_BACK_TICKS = 3 // for the server to tell where it put it
const PATIENCE_TICKS = 20 // for the answer to a click under way

function holdClicks (bot, time) {
  const client = bot._client
  const { write } = client
  const click = bot.clickWindow
  const unanswered = new Map() // action -> the click
  let held = false
  let forget = () => {}

  bot.clickWindow = async (...args) => {
    if (held) throw new Error('the run is over')
    return click(...args)
  }

  /** A click beside the window with nothing on the cursor is how mineflayer asks whether the server is through. */
  const moves = ({ slot }) => slot !== OUTSIDE || Boolean((bot.currentWindow ?? bot.inventory).selectedItem)

  /** As the server would; mineflayer then ends what the click is part of. */
  const refuse = ({ windowId, action }) => client.emit('transaction', { windowId, action, accepted: false })

  client.write = (name, params) => {
    if (name !== 'window_click' || params.action === undefined) return write.call(client, name, params)
    if (held && moves(params)) return setImmediate(refuse, params)
    unanswered.set(params.action, params)
    write.call(client, name, params)
  }
  client.prependListener('transaction', ({ action }) => unanswered.delete(action))

  function giveUp () {
    for (const click of unanswered.values()) refuse(click)
  }

  /** What lies on the cursor and in the own grid goes back into the slots, as when a player closes the inventory. */
  async function putBack () {
    const { inventory } = bot
    if (!inventory.selectedItem && !GRID.some(slot => inventory.slots[slot])) return
    inventory.selectedItem = null
    bot._client.write('close_window', { windowId: 0 })
    await new Promise(resolve => time.after(PUT_BACK_TICKS, resolve))
  }

  for (const name of ['equip', 'unequip']) {
    const way = bot[name]
    bot[name] = async (thing, ...rest) => {
      try {
        return await way(thing, ...rest)
      } catch (error) {
        if (held || !REFUSED.test(error.message)) throw error
        await putBack()
        return way(thing?.type ?? thing, ...rest) // by its type: it lies elsewhere now
      }
    }
  }

  return {
    hold () {
      held = true
      forget = time.after(PATIENCE_TICKS, giveUp)
    },
    async free () {
      forget()
      await putBack()
      unanswered.clear()
      held = false
    }
  }
}

module.exports = { holdClicks }
