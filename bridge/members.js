'use strict'
/**
 * The processes that live by the virtual clock: who they are, what they are told, and what they answered last.
 *
 * Knows nothing of when time is granted. A member that loads its modules answers late: the others wait for its first
 * answer no longer than LOAD_MS, unless they are told to, or there are no others.
 */
const real = require('./realtime')

const SERVER = 'server'
const LOAD_MS = 5000 // how long the others wait for one that has not answered yet

const sleep = ms => new Promise(resolve => real.setTimeout(resolve, ms))

/** @param {() => boolean} patient - whether one that loads is waited for without end */
function makeMembers (patient) {
  const members = new Map()

  function enter (name, write) {
    let settled = null // resolves what waits for its answer
    const member = {
      name,
      ready: false,
      heard: false,
      tick: null,
      connecting: 0,
      open: [],
      ask,
      hear,
      leave,
      get asked () {
        return settled !== null
      }
    }
    function ask (order) {
      if (settled) return member.heard ? member.answer : undefined // late: it is still loading
      member.answer = new Promise(resolve => { settled = resolve })
      write(order)
      return member.heard || patient() ? member.answer : Promise.race([member.answer, sleep(LOAD_MS)])
    }
    function hear ({ open, connecting }) {
      Object.assign(member, { heard: true, open, connecting })
      leave()
    }
    function leave () {
      settled?.()
      settled = null
    }
    members.set(name, member)
  }

  function leave (name) {
    members.get(name)?.leave()
    members.delete(name)
  }

  const all = () => [...members.values()]

  return {
    enter,
    leave,
    all,
    get: name => members.get(name),
    get names () { return [...members.keys()] },
    server: () => all().filter(member => member.name === SERVER),
    bots: () => all().filter(member => member.name !== SERVER),
    /** Tells each of them, and waits for their answers. */
    tell: (asked, order) => Promise.all(asked.map(member => member.ask(order)))
  }
}

module.exports = { makeMembers, SERVER }
