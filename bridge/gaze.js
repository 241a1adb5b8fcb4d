'use strict'
/**
 * The head movements of a run. Head movements are refused once the run is over, and a movement that is under way is
 * cancelled.
 *
 * mineflayer turns the bot's head for up to half a second before it digs, places or opens. Without this file, the bot
 * could begin such an action after the run's end, and a dig that nobody ends would go on for seconds.
 */
const { coded } = require('./failure')

function holdGaze (bot) {
  const { look } = bot
  const underWay = new Set()
  let held = false
  const over = () => coded('STOPPED', 'the run is over')

  bot.look = async (...args) => {
    if (held) throw over()
    let giveUp
    const ended = new Promise((resolve, reject) => { giveUp = reject })
    underWay.add(giveUp)
    try {
      await Promise.race([look(...args), ended])
    } finally { underWay.delete(giveUp) }
  }

  return {
    hold () {
      held = true
      for (const giveUp of underWay) giveUp(over())
    },
    free () { held = false }
  }
}

module.exports = { holdGaze }
