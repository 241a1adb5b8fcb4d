'use strict'
/**
 * Game time and seeded random numbers for all our plugins.
 *
 * Fills a gap: flying-squid uses timers, Date and Math.random. In our plugins, every delay is a number of ticks, and
 * every random event draws from a stream of its own.
 */

const prng = require('../prng')

module.exports.server = function (serv, { minecrew: { seed } }) {
  serv.setMaxListeners(0) // a listener a plugin is no leak
  const due = new Map() // tick -> [function]
  const streams = new Map()
  let source = [seed]

  /** Runs `run` after `ticks` ticks, at least 1. */
  serv.after = (ticks, run) => {
    const at = serv.tickCount + Math.max(1, Math.ceil(ticks))
    if (!due.has(at)) due.set(at, [])
    due.get(at).push(run)
  }

  /** The random stream of this world for a purpose and a key, e.g. chance('loot', 'cow', 3). */
  serv.chance = (...key) => {
    const name = key.join(' ')
    if (!streams.has(name)) streams.set(name, prng(...source, ...key))
    return streams.get(name)
  }

  /** From now on, every stream uses another seed, whether or not it has been used before. */
  serv.reseed = other => {
    source = ['fork', other]
    for (const [name, stream] of streams) stream.at.state = prng(...source, ...name.split(' ')).at.state
  }

  serv.packStreams = () => Object.fromEntries([...streams].map(([name, stream]) => [name, stream.at.state]))
  serv.unpackStreams = states => {
    for (const [name, state] of Object.entries(states)) serv.chance(...name.split(' ')).at.state = state
  }

  serv.on('tick', (delta, tick) => {
    const now = due.get(tick) ?? []
    due.delete(tick)
    for (const run of now) run()
  })
}
