'use strict'
/**
 * Says what happened, as it happens: the ledger's only source.
 *
 * Each event is emitted in the same turn as the change it tells of, so that an inventory count between any two events
 * balances. A grant or a console command is not told; only the next count shows it.
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

  /** Tells the holdings of everybody whose holdings are not what was last told; of everybody, when asked for `all`. */
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
