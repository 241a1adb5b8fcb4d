'use strict'
/**
 * Messages that the server shows above a player's hotbar. Our own server uses them to say why an action has no effect
 * in its world.
 *
 * The messages are only for readers of a failure; no decision depends on them.
 */

const LONGEST = 200 // characters: a server that somebody else runs may say anything

function hearRemarks (bot) {
  let last = ''
  bot.on('actionBar', message => { last = String(message).replace(/\s+/g, ' ').trim().slice(0, LONGEST) })
  return {
    forget () { last = '' },
    /** Returns a failure's message, followed by the last remark if there was one. */
    explain: message => last ? `${message}; ${last}` : message
  }
}

module.exports = { hearRemarks }
