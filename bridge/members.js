'use strict'
/**
 * The processes that follow the virtual clock: their names, the orders that they get, and their last answers.
 *
 * Another module decides when game time passes. A member may answer late if it is still loading its modules. The
 * others wait at most LOAD_MS for its first answer, unless `patient` says that they must wait without a limit.
 */
const real = require('./realtime')

const SERVER = 'server'
const LOAD_MS = 30000 // how long the others wait for one that has not answered yet

const sleep = ms => new Promise(resolve => real.setTimeout(resolve, ms))

/** @param {() => boolean} patient - whether one that loads is waited for without end */
function makeMembers (patient) {
  const members = new Map()

  function enter (name, write) {
    let settled = null // resolves what waits for its answer
    let gone = false
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
      if (gone) return // it left between the list of whom to ask and this
      if (settled) return member.heard ? member.answer : undefined // late: it is still loading
      member.answer = new Promise(resolve => { settled = resolve })
      write(order)
      return member.heard || patient() ? member.answer : Promise.race([member.answer, sleep(LOAD_MS)])
    }
    function hear ({ open, connecting }) {
      Object.assign(member, { heard: true, open, connecting })
      resume()
    }
    function leave () {
      gone = true
      resume()
    }
    function resume () {
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
    /** Sends the order to each member, and waits for their answers. */
    tell: (asked, order) => Promise.all(asked.map(member => member.ask(order)))
  }
}

module.exports = { makeMembers, SERVER }
