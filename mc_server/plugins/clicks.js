'use strict'
/**
 * Decides which of the refused clicks were forged.
 *
 * A click that states the item that was in its slot until a moment ago is merely late, and so is a click in a window
 * that has just closed. Any other click that states an item that is not there, or a slot that does not exist, cannot
 * come from an unmodified client.
 */

const FRESH = 20 // ticks in which a client may not know yet what it was told
const OUTSIDE = -999
const CLICK = 0 // the mode in which the claim counts

module.exports.server = function (serv) {
  const Item = require('prismarine-item')(serv.registry)
  // player -> { slots: Map of 'window:slot', or 'window' for all of them, to tick; closed: tick; answering }
  const told = new Map()

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    const news = { slots: new Map(), closed: -Infinity, answering: false }
    told.set(player, news)
    player.on('disconnected', () => told.delete(player))
    client.on('close_window', () => { news.closed = serv.tickCount })
    const write = client.write
    client.write = (name, packet) => {
      if (name === 'close_window') news.closed = serv.tickCount
      else if (name === 'window_items' && !news.answering) news.slots.set(`${packet.windowId}`, serv.tickCount)
      else if (name === 'set_slot' && !news.answering) {
        news.slots.set(`${packet.windowId}:${packet.slot}`, serv.tickCount)
      }
      return write.call(client, name, packet)
    }
  })

  /** window: the window of the click, in its current state; null if the player has no such window open. */
  serv.on('click refused', (player, window, packet) => {
    const news = told.get(player)
    if (!news || !player.alive) return
    news.answering = true // what it is told now is no news but the answer
    queueMicrotask(() => { news.answering = false })
    const { windowId, slot, mode, item: claim } = packet
    const isNews = tick => tick !== undefined && serv.tickCount - tick <= FRESH + serv.lag()
    if (!window) {
      if (!isNews(news.closed)) serv.refuse(player, 'click', { why: 'in a window that is not open' })
      return
    }
    if (slot === OUTSIDE) return
    if (!(slot >= 0 && slot < window.slots.length)) {
      return serv.refuse(player, 'click', {
        why: 'at a slot that does not exist',
        measured: slot,
        allowed: window.slots.length - 1
      })
    }
    if (mode !== CLICK || isNews(news.slots.get(`${windowId}`)) || isNews(news.slots.get(`${windowId}:${slot}`))) return
    const claimed = Item.fromNotch(claim)
    const there = window.slots[slot]
    if ((claimed?.type ?? null) === (there?.type ?? null) && (claimed?.count ?? 0) === (there?.count ?? 0)) return
    const words = item => item ? `${item.count} ${item.name}` : 'nothing'
    serv.refuse(player, 'click', {
      why: `claims ${words(claimed)} where there is ${words(there)}`,
      measured: claimed?.count ?? 0,
      allowed: there?.count ?? 0
    })
  })
}
