'use strict'
/** bot.on and bot.once for programs: a fixed table of events, handlers get views, and all are removed with the lease. */
const { refuse, text } = require('./membrane')

/** By name: what a handler is handed. */
const eventsOf = ({ entity }) => ({
  chat: [text, text],
  health: [],
  death: [],
  spawn: [],
  entityHurt: [entity],
  entityDead: [entity],
  entityGone: [entity],
  playerCollect: [entity, entity],
  goal_reached: [],
  physicsTick: []
})

function makeListeners ({ bot, lease, freeze, entity }) {
  const EVENTS = eventsOf({ entity })
  const handlers = new Map()

  const listen = once => freeze((event, f) => {
    lease.check('on')
    if (!Object.hasOwn(EVENTS, event) || typeof f !== 'function') refuse(`there is no event ${text(event)} for programs`)
    if (handlers.size >= lease.LIMITS.listeners) refuse('too many listeners')
    const remove = () => { bot.removeListener(event, handler); handlers.delete(f) }
    const handler = (...args) => {
      if (once) remove()
      lease.callback(() => f(...EVENTS[event].map((type, i) => type(args[i]))))
    }
    bot.on(event, handler)
    handlers.set(f, remove)
  })
  const off = freeze((event, f) => { handlers.get(f)?.() })
  lease.onEnd(() => { for (const remove of [...handlers.values()]) remove() })

  return { on: () => listen(false), once: () => listen(true), off: () => off, removeListener: () => off }
}

module.exports = { makeListeners, eventsOf }
