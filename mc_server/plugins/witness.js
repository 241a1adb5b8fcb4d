'use strict'
/**
 * Reports events as they happen; it is the only source of the ledger.
 *
 * Each event is emitted in the same turn as the change that it reports, so that an inventory count between any two
 * events balances. Grants and console commands are not reported; only the next count shows them.
 */

const PERIOD = 20 // ticks between two counts, and between two positions
const STEP = 0.25 // blocks one must have moved to be told of

const round = n => Math.round(n * 100) / 100
const triple = v => [round(v.x), round(v.y), round(v.z)]

module.exports.server = function (serv, { minecrew: { emit } }) {
  const counted = new Map() // name -> last count told, as JSON
  const seen = new Map() // name -> last position told

  /** agent: a name or null; a Vec3 among the fields becomes [x, y, z]. */
  serv.witness = (kind, agent, fields = {}) => {
    const event = { kind, source: 'server', tick: serv.tickCount }
    if (agent) event.agent = agent
    for (const [key, value] of Object.entries(fields)) {
      event[key] = typeof value?.distanceTo === 'function' ? triple(value) : value
    }
    emit(event)
  }

  /** Reports the inventories that have changed since the last report; with `all`, those of all members. */
  serv.witnessInventories = ({ all = false } = {}) => {
    for (const member of serv.members.values()) {
      const items = serv.holdings(member)
      const text = JSON.stringify(Object.entries(items).sort())
      if (!all && (counted.get(member.name) === text || (text === '[]' && !counted.has(member.name)))) continue
      counted.set(member.name, text)
      serv.witness('inventory', member.name, { items })
    }
  }

  serv.on('tick', (delta, tick) => {
    if (tick % PERIOD) return
    serv.witnessInventories()
    for (const { username, position, alive } of serv.players) {
      const last = seen.get(username)
      if (!alive || (last && last.distanceTo(position) < STEP)) continue
      seen.set(username, position.clone())
      serv.witness('position', username, { position })
    }
  })
}
