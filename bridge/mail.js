'use strict'
/**
 * What children and Python say to each other, in order.
 *
 * While it is held back (strict order, a tick goes on) what children say is kept, and so is what they are asked; then
 * it is handed over: the server's words first, then each bot's by its name, then what Python asked meanwhile.
 */
const { SERVER } = require('./members')

/**
 * @param {(message: object) => void} toPython
 * @param {(message: object) => void} toChildren
 */
function makeMail (toPython, toChildren) {
  let said = null
  let asked = []

  const rank = name => name === SERVER ? '' : name

  function release () {
    const [words, requests] = [said, asked]
    said = null
    asked = []
    words.sort((a, b) => rank(a.from) < rank(b.from) ? -1 : rank(a.from) > rank(b.from) ? 1 : 0)
    for (const { message } of words) toPython(message)
    for (const message of requests) toChildren(message)
  }

  return {
    say (from, message) { said ? said.push({ from, message }) : toPython(message) },
    ask (message) { said ? asked.push(message) : toChildren(message) },
    hold () { said = [] },
    release
  }
}

module.exports = { makeMail }
