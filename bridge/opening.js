'use strict'
/**
 * Opening a block that has a window. If the block is taken away, the wait fails at once. If the block does not open,
 * the failure names it.
 *
 * mineflayer waits 20 seconds for any window, even if the block is gone, and its error names neither block nor window.
 * If the block is missing, this file also ends mineflayer's own wait, which would otherwise mistake the next window for
 * that of the block.
 */
const { coded } = require('./failure')

const SILENT = /event windowOpen did not fire/i // mineflayer's words

function mendOpening (bot) {
  const { openBlock, craft } = bot
  bot.openBlock = (block, ...rest) => watched(block, () => openBlock(block, ...rest))
  bot.craft = (recipe, count, table) =>
    table ? watched(table, () => craft(recipe, count, table)) : craft(recipe, count)

  const waiting = () => bot.listeners('windowOpen')

  async function watched (block, open) {
    const { name, position } = block
    const at = `${name} at ${position.x} ${position.y} ${position.z}`
    if (isGone()) throw gone()
    const before = new Set(waiting())
    const opening = open()
    opening.catch(() => {}) // once the block is gone, nobody waits for it
    const listening = waiting().filter(listener => !before.has(listener))
    const update = `blockUpdate:${position}`
    let look
    const taken = new Promise((resolve, reject) => {
      look = () => {
        if (!isGone()) return
        for (const listener of listening) bot.removeListener('windowOpen', listener)
        reject(gone())
      }
    })
    const forget = () => bot.removeListener(update, look)
    bot.on(update, look)
    bot.once('windowOpen', forget)
    try {
      return await Promise.race([opening, taken])
    } catch (error) {
      if (!SILENT.test(error?.message)) throw error
      throw coded('NO_EFFECT', `the ${at} did not open within 20 seconds; ${state()}`)
    } finally {
      forget()
      bot.removeListener('windowOpen', forget)
    }

    /** Visible reasons why the block may not open. */
    function state () {
      const away = `it is ${bot.entity.position.distanceTo(position.offset(0.5, 0.5, 0.5)).toFixed(1)} blocks away`
      const above = bot.blockAt(position.offset(0, 1, 0))
      const covered = /chest$/.test(name) && above?.transparent === false
      return covered ? `${away}, and ${above.name} lies on it` : away
    }

    function isGone () {
      const now = bot.blockAt(position)
      return Boolean(now) && now.name !== name // null: too far away to tell
    }

    function gone () {
      const now = bot.blockAt(position)?.name ?? 'nothing'
      return coded('NOT_FOUND', `the ${at} is gone; there is ${now} now`)
    }
  }
}

module.exports = mendOpening
