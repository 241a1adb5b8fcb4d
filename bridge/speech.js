'use strict'
/**
 * Turns a bot's words into lines that a server treats only as chat.
 *
 * mineflayer splits a text at line breaks and at the maximum length, and sends each piece separately, so a piece in
 * the middle can begin like a command. Servers strip spaces before they look for commands, and kick a player who
 * sends a control character.
 */
const { chatLimit } = require('../game/facts')

const UNSAID = /[\p{Cc}\u2028\u2029§]+/u
const COMMAND = /^\s*\//
const CHAT_LIMIT_OLD = 100 // before Minecraft 1.11

/** Whether any line of a text begins like a server command. */
const isCommand = text => text.split(UNSAID).some(line => COMMAND.test(line))

/** Returns a text on one line. */
const flat = text => text.split(UNSAID).join(' ').trim()

/** The chat messages into which a text is split; a message that would be a command gets the prefix '> '. */
function messages (text, longest) {
  const made = []
  for (let rest = flat(text); rest; rest = rest.slice(longest).trim()) {
    if (COMMAND.test(rest)) rest = `> ${rest}`
    made.push(rest.slice(0, longest))
  }
  return made
}

function say (bot, text) {
  const longest = bot.supportFeature('lessCharsInChat') ? CHAT_LIMIT_OLD : chatLimit
  for (const message of messages(text, longest)) bot.chat(message)
}

module.exports = { isCommand, flat, messages, say }
