'use strict'
/**
 * Questions between siblings: put, answered, handed back. They take no game time, and each has an answer.
 *
 * In strict order they are kept until everybody is through with a tick; then all are put in the order of the askers'
 * names, and no answer is handed back before the last has come. Then an answer is waited for as long as the sibling
 * lives, since how long it takes is the machine's business.
 */
const real = require('./realtime')

const METHODS = ['count']
const ANSWER_MS = 1000

/** @param {Map} children - by name, each with ready and write */
function makePeers (children) {
  const open = new Map() // our own id -> {peer, done}, which resolves with the answer
  let last = 0
  let kept = null

  function ask (name, question) {
    const target = children.get(question.peer)
    if (!target?.ready || !METHODS.includes(question.method)) {
      return hand(name, question, refusal(`${question.peer} cannot be asked for ${question.method}`))
    }
    if (kept) kept.push({ name, question })
    else put(question).then(answer => hand(name, question, answer))
  }

  function put ({ peer, method, params }) {
    const id = `peer:${++last}`
    return new Promise(resolve => {
      const timer = kept ? null : real.setTimeout(done, ANSWER_MS, refusal(`${peer} did not answer in time`))
      function done (answer) {
        real.clearTimeout(timer)
        open.delete(id)
        resolve(answer)
      }
      open.set(id, { peer, done })
      if (children.has(peer)) children.get(peer).write({ id, method, params })
      else lose(peer)
    })
  }

  /** A child is gone, and answers nothing any more. */
  function lose (name) {
    for (const { peer, done } of open.values()) if (peer === name) done(refusal(`${name} is gone`))
  }

  const refusal = message => ({ error: { code: 'NO_CHILD', message } })

  function hand (name, { id }, answer) {
    children.get(name)?.write({ ...answer, id })
  }

  /** Puts what was kept; false: there was nothing. */
  async function pass () {
    const questions = kept.splice(0).sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    const answers = await Promise.all(questions.map(({ question }) => put(question)))
    questions.forEach(({ name, question }, i) => hand(name, question, answers[i]))
    return questions.length > 0
  }

  return {
    ask,
    pass,
    lose,
    /** From now on questions are kept until `pass`. */
    keep () { kept ??= [] },
    /** A child's answer; does nothing when nobody waits for it any more. */
    answer ({ id, ...answer }) { open.get(id)?.done(answer) },
    get asked () { return last },
    get answered () { return last - open.size }
  }
}

module.exports = { makePeers }
