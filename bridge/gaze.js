'use strict'
/**
 * The looks a run takes: refused once it is over, and one that is under way is given up.
 *
 * mineflayer turns its head for up to half a second before it digs, places or opens. Without this it would begin that
 * after the run's end, and a dig that nobody ends goes on for seconds.
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
