'use strict'
/**
 * The messages between children and Python, in order.
 *
 * In strict order, messages from children are kept while a tick or a request is under way, and delivered at its end:
 * first the server's, then those of each bot, sorted by name. Python's requests wait until they are passed on, one at
 * a time.
 */
const { SERVER } = require('./members')

/**
 * @param {(message: object) => void} toPython
 * @param {(request: object) => void} toChildren
 */
function makeMail (toPython, toChildren) {
  let said = null // null: everything is handed over at once
  let asked = null // null: everything is passed on at once
  let arrived = () => {}

  const rank = name => name === SERVER ? '' : name

  function release () {
    const words = said
    said = null
    words.sort((a, b) => rank(a.from) < rank(b.from) ? -1 : rank(a.from) > rank(b.from) ? 1 : 0)
    for (const { message } of words) toPython(message)
  }

  function ask (request) {
    if (asked === null) return toChildren(request)
    asked.push(request)
    arrived()
  }

  /** Passes on the oldest request, and returns the name of the child that it is for. */
  function pass () {
    const request = asked.shift()
    toChildren(request)
    return request.to
  }

  return {
    say (from, message) { said ? said.push({ from, message }) : toPython(message) },
    ask,
    pass,
    hold () { said = [] },
    release,
    /** From now on, a request waits until `pass` is called; `tell` is called when one arrives. */
    keep (tell) {
      asked ??= []
      arrived = tell
    },
    get waits () { return asked !== null && asked.length > 0 }
  }
}

module.exports = { makeMail }
