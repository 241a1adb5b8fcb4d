'use strict'
/**
 * The referee's records: attempts that no unmodified client makes. Every check that refuses an action reports it here
 * if it may be cheating.
 *
 * An action can be refused without a record: a click that came too late, a hit on a mob that has just walked away, or a
 * block dug a tick too early is a mistake and not an attempt to cheat. The first attempt of a kind is reported at once,
 * and those that follow within a second are reported in one event with their number.
 */

const { makeTally } = require('../../bridge/tally')

const REMEMBERED = 200 // ticks for which a time the server came late excuses who seems early
const TICK_MS = 50
const HOTBAR = 9 // slots

module.exports.server = function (serv) {
  const book = makeTally({
    now: () => serv.tickCount,
    tell: ({ agent, measured, allowed, target, ...fields }, count) => {
      for (const [name, value] of Object.entries({ measured, allowed })) {
        if (Number.isFinite(value)) fields[name] = Math.round(value * 100) / 100
      }
      if (target) fields.target = target
      serv.witness('cheat.refused', agent, { ...fields, count })
    }
  })
  const late = [] // { tick, ticks }
  let lastTick = performance.now()

  /**
   * Records an attempt by `player`. what: as in the witness's cheat.refused. Fields: why (a few words), target (a
   * Vec3), measured and allowed (numbers in the unit of `what`), if they exist.
   */
  serv.refuse = (player, what, { why, target = null, measured = null, allowed = null }) => {
    book.add(`${player.username} ${what}`, {
      agent: player.username, what, why, position: player.position, target, measured, allowed
    })
  }

  /** Reports the attempts that were counted but not yet reported; with `all`, also those of the current second. */
  serv.tellRefused = book.flush

  /**
   * The number of ticks by which the server was recently late, 0 if it is on time: a packet may have waited that long
   * unread.
   */
  serv.lag = () => {
    const now = (performance.now() - lastTick) / TICK_MS - 1
    return Math.ceil(late.reduce((most, { ticks }) => Math.max(most, ticks), Math.max(0, now - 0.5)))
  }

  serv.on('tick', (delta, tick) => {
    const now = performance.now()
    const ticks = (now - lastTick) / TICK_MS - 1
    lastTick = now
    if (ticks > 0.5) late.push({ tick, ticks })
    while (late.length && tick - late[0].tick > REMEMBERED) late.shift()
    serv.tellRefused()
  })

  serv.on('newPlayer', player => {
    const { _client: client } = player
    const [hold] = client.listeners('held_item_slot')
    client.removeAllListeners('held_item_slot')
    client.on('held_item_slot', packet => {
      if (packet.slotId >= 0 && packet.slotId < HOTBAR) return hold(packet)
      serv.refuse(player, 'slot', {
        why: 'selects a slot that the hotbar does not have',
        measured: packet.slotId,
        allowed: HOTBAR - 1
      })
      client.write('held_item_slot', { slot: player.heldItemSlot })
    })
  })
}
