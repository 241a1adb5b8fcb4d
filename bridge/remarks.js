'use strict'
/**
 * What the server tells a player above its hotbar: our own says there why a deed has no effect in its world.
 *
 * The words are for whoever reads a failure; nothing is decided by them.
 */

const LONGEST = 200 // characters: a server that somebody else runs may say anything

function hearRemarks (bot) {
  let last = ''
  bot.on('actionBar', message => { last = String(message).replace(/\s+/g, ' ').trim().slice(0, LONGEST) })
  return {
    forget () { last = '' },
    /** A failure's message, with the last remark behind it if there was one. */
    explain: message => last ? `${message}; ${last}` : message
  }
}

module.exports = { hearRemarks }
