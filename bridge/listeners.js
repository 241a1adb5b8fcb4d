'use strict'
/**
 * bot.on and bot.once for programs: a fixed table of events. Handlers get views, and all handlers are removed when the
 * lease ends.
 */
const { refuse, text } = require('./membrane')

/** For each event, the types of the handler's arguments. */
const eventsOf = ({ entity }) => ({
  chat: [text, text],
  health: [],
  death: [],
  spawn: [],
  entityHurt: [entity],
  entityDead: [entity],
  entityGone: [entity],
  itemDrop: [entity],
  playerCollect: [entity, entity],
  goal_reached: [],
  physicsTick: []
})

function makeListeners ({ bot, lease, freeze, entity }) {
  const EVENTS = eventsOf({ entity })
  const heard = new Set() // one for each call of on(), be it of the same function

  const listen = once => freeze((event, f) => {
    lease.check('on')
    // An object's name could be another one each time it is asked.
    const known = typeof event === 'string' && Object.hasOwn(EVENTS, event)
    if (!known || typeof f !== 'function') refuse(`there is no event ${text(event)} for programs`)
    if (heard.size >= lease.LIMITS.listeners) refuse('too many listeners')
    const remove = () => { bot.removeListener(event, handler); heard.delete(listener) }
    const listener = { event, f, remove }
    const handler = (...args) => {
      if (once) remove()
      lease.callback(() => f(...EVENTS[event].map((type, i) => type(args[i]))))
    }
    heard.add(listener)
    bot.on(event, handler)
  })
  const off = freeze((event, f) => {
    const last = [...heard].findLast(listener => listener.event === event && listener.f === f)
    last?.remove()
  })
  lease.onEnd(() => { for (const { remove } of [...heard]) remove() })

  return { on: () => listen(false), once: () => listen(true), off: () => off, removeListener: () => off }
}

module.exports = { makeListeners, eventsOf }
