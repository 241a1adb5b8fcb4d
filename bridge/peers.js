'use strict'
/**
 * Passes on questions between siblings, and to Python, and returns the answers. Questions take no game time, and each
 * question gets an answer.
 *
 * In strict order, questions are kept until all members have finished a tick. Then all are asked, sorted by the
 * askers' names, and no answer is returned before the last one has arrived. In strict order there is no time limit
 * while the process that was asked is alive, because the time for an answer depends on the machine.
 */
const real = require('./realtime')

const METHODS = ['count', 'room']
const OF_PYTHON = ['plan']
const ANSWER_MS = 10000
const PYTHON_MS = 15000 // it may have a turn of an agent to think out first

/**
 * @param {Map} children - by name, each with ready and write
 * @param {(message: object) => void} toPython - at once, whatever is held back
 */
function makePeers (children, toPython) {
  const open = new Map() // our own id -> {peer, done}, which resolves with the answer
  let last = 0
  let kept = null

  function ask (name, question) {
    if (!answers(question)) {
      const target = question.peer ?? 'Python'
      return hand(name, question, refusal(`${target} cannot be asked for ${question.method}`))
    }
    if (kept) kept.push({ name, question })
    else put(name, question).then(answer => hand(name, question, answer))
  }

  function answers ({ peer, method }) {
    if (peer === null) return OF_PYTHON.includes(method)
    return children.get(peer)?.ready && METHODS.includes(method)
  }

  function put (name, { peer, method, params }) {
    const id = `peer:${++last}`
    return new Promise(resolve => {
      const late = refusal(`${peer ?? 'Python'} did not answer in time`)
      const timer = kept ? null : real.setTimeout(done, peer === null ? PYTHON_MS : ANSWER_MS, late)
      function done (answer) {
        real.clearTimeout(timer)
        open.delete(id)
        resolve(answer)
      }
      open.set(id, { peer, done })
      if (peer === null) toPython({ event: 'asked', from: name, id, method, params })
      else if (children.has(peer)) children.get(peer).write({ id, method, params })
      else lose(peer)
    })
  }

  /** Answers all pending questions to a child that has ended. */
  function lose (name) {
    for (const { peer, done } of open.values()) if (peer === name) done(refusal(`${name} is gone`))
  }

  const refusal = message => ({ error: { code: 'NO_CHILD', message } })

  function hand (name, { id }, answer) {
    children.get(name)?.write({ ...answer, id })
  }

  /** Asks the questions that were kept; false if there were none. */
  async function pass () {
    const questions = kept.splice(0).sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    const answers = await Promise.all(questions.map(({ name, question }) => put(name, question)))
    questions.forEach(({ name, question }, i) => hand(name, question, answers[i]))
    return questions.length > 0
  }

  return {
    ask,
    pass,
    lose,
    /** From now on, questions are kept until `pass` is called. */
    keep () { kept ??= [] },
    /** Delivers an answer from a child or from Python; does nothing if nobody waits for it any more. */
    answer ({ id, ...answer }) { open.get(id)?.done(answer) },
    get asked () { return last },
    get answered () { return last - open.size }
  }
}

module.exports = { makePeers }
