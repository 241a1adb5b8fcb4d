'use strict'
/** The methods that the server can be asked to run, by name. The methods know the world, but not the wire. */

const { describe } = require('./describe')
const real = require('../bridge/realtime')
const knowledge = require('./knowledge')
const snapshot = require('./snapshot')

module.exports = function methods ({ serv, arena, save }) {
  let known = null
  return {
    knowledge: () => (known ??= knowledge(serv.registry, serv.loot)),
    arena: () => describe(arena),
    inventories: () => {
      serv.tellRefused({ all: true })
      serv.guard.tellDenied({ all: true })
      serv.witnessInventories({ all: true })
      return Object.fromEntries([...serv.members.values()].map(member => [member.name, serv.holdings(member)]))
    },
    holdings: ({ player }) => serv.members.has(player) ? serv.holdings(serv.members.get(player)) : {},
    clock: () => ({ tick: serv.tickCount, timeOfDay: serv.time }),
    commons: () => serv.commons.count(),
    regrow: () => serv.commons.regrow(),
    reseed: ({ seed }) => { serv.reseed(seed); real.reseed(seed) },
    guard: ({ mode }) => serv.guard.turn(mode),
    snapshot: () => snapshot(serv),
    grant: ({ player, item, count }) => serv.grant(player, item, count),
    command: ({ text }) => serv.runCommand(text),
    save: () => save(),
    players: () => serv.players.map(player => player.username)
  }
}
