'use strict'
/**
 * Questions between siblings, and to Python: put, answered, handed back. They take no game time.
 *
 * In strict order they are kept until everybody is through with a tick; then all are put in the order of the askers'
 * names, and no answer is handed back before the last has come.
 */
const real = require('./realtime')

const METHODS = ['count']
const OF_PYTHON = ['plan']
const ANSWER_MS = 2000
const PYTHON_MS = 15000 // it may have a turn of an agent to think out first

/**
 * @param {Map} children - by name, each with ready and write
 * @param {(message: object) => void} toPython - at once, whatever is held back
 */
function makePeers (children, toPython) {
  const open = new Map() // our own id -> resolves with the answer, or with undefined
  let last = 0
  let kept = null

  function ask (name, question) {
    const target = question.peer === null ? null : children.get(question.peer)
    const known = question.peer === null ? OF_PYTHON.includes(question.method) : target?.ready && METHODS.includes(question.method)
    if (!known) {
      return hand(name, question, { error: { code: 'NO_CHILD', message: `${question.peer} cannot be asked for ${question.method}` } })
    }
    if (kept) kept.push({ name, question })
    else put(question, name).then(answer => hand(name, question, answer))
  }

  function put ({ peer, method, params }, name) {
    const id = `peer:${++last}`
    return new Promise(resolve => {
      const timer = real.setTimeout(done, peer === null ? PYTHON_MS : ANSWER_MS)
      function done (answer) {
        real.clearTimeout(timer)
        open.delete(id)
        resolve(answer)
      }
      open.set(id, done)
      if (peer === null) toPython({ event: 'asked', from: name, id, method, params })
      else children.get(peer)?.write({ id, method, params })
    })
  }

  function hand (name, { id }, answer) {
    if (answer) children.get(name)?.write({ ...answer, id })
  }

  /** Puts what was kept; false: there was nothing. */
  async function pass () {
    const questions = kept.splice(0).sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    const answers = await Promise.all(questions.map(({ name, question }) => put(question, name)))
    questions.forEach(({ name, question }, i) => hand(name, question, answers[i]))
    return questions.length > 0
  }

  return {
    ask,
    pass,
    /** From now on questions are kept until `pass`. */
    keep () { kept ??= [] },
    /** A child's answer, or Python's; does nothing when nobody waits for it any more. */
    answer ({ id, ...answer }) { open.get(id)?.(answer) },
    get asked () { return last },
    get answered () { return last - open.size }
  }
}

module.exports = { makePeers }
