'use strict'
/**
 * What a bot says, as lines that a server takes for chat and for nothing else.
 *
 * mineflayer cuts a text at line breaks and at the longest message, and sends each piece by itself: a piece in the
 * middle can begin like a command. Servers take spaces off before they look, and kick who sends a control character.
 */
const { chatLimit } = require('../game/facts')

const UNSAID = /[\p{Cc}\u2028\u2029§]+/u
const COMMAND = /^\s*\//
const CHAT_LIMIT_OLD = 100 // before Minecraft 1.11

/** Whether any line of a text begins as a server command does. */
const isCommand = text => text.split(UNSAID).some(line => COMMAND.test(line))

/** One text on one line. */
const flat = text => text.split(UNSAID).join(' ').trim()

/** The messages a text is sent as; one that would be a command is set off by '> '. */
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
