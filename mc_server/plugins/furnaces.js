'use strict'
/**
 * Furnaces, blast furnaces and smokers: they burn and smelt with each tick, even if nobody looks.
 *
 * Fuel is lit only if there is an item to smelt; a half-smelted item loses progress when the fire is out. Fills a
 * gap: flying-squid has no furnaces.
 */

const smelting = require('../../game/smelting')
const { stow } = require('../stacks')

const [INPUT, FUEL, OUTPUT] = [0, 1, 2]
const COOLING = 2 // ticks of work lost in a tick without fire
const RETELL = 10 // ticks: mineflayer listens only once the window is open, and misses what came with it
const BAR = { fire: 0, fireOf: 1, work: 2, workOf: 3 } // of craft_progress_bar

module.exports.server = function (serv) {
  serv.on('asap', () => { for (const kind of smelting.kinds) serv.openers.set(kind, open) })

  function open (player, { position }) {
    const furnace = serv.containers.at(position)
    const { name } = furnace
    const burns = item => smelting.burnOf(name, item.name) > 0
    serv.openWindow(player, serv.containers.station([furnace], {
      type: `minecraft:${name}`,
      title: serv.registry.blocksByName[name].displayName,
      gives: OUTPUT,
      accepts: (slot, item) => slot === INPUT || (slot === FUEL && (burns(item) || item.name === 'bucket')),
      targets: item => smelting.resultOf(name, item.name) ? [INPUT] : burns(item) ? [FUEL] : [],
      take: takeOutput
    }))
  }

  function takeOutput (window, player, shift) {
    const { slots, selectedItem: cursor } = window
    const item = slots[OUTPUT]
    if (!item) return null
    if (shift) item.count -= stow(slots, item, serv.shelves(window), serv.cloneItem)
    else if (cursor && (cursor.type !== item.type || cursor.count + item.count > cursor.stackSize)) return null
    else {
      window.selectedItem = serv.cloneItem(item, item.count + (cursor?.count ?? 0))
      item.count = 0
    }
    if (!item.count) slots[OUTPUT] = null
    return []
  }

  /** The item that the furnace can make from its input now, or null. */
  function due ({ name, slots }) {
    const result = slots[INPUT] && smelting.resultOf(name, slots[INPUT].name)
    const there = slots[OUTPUT]
    return result && (!there || (there.name === result && there.count < there.stackSize)) ? result : null
  }

  function take (furnace, slot) {
    const { slots } = furnace
    const { name } = slots[slot]
    if (!--slots[slot].count) slots[slot] = null
    return name
  }

  function light (furnace) {
    const { name, position, slots } = furnace
    const fire = slots[FUEL] ? smelting.burnOf(name, slots[FUEL].name) : 0
    if (!fire) return
    const item = take(furnace, FUEL)
    const left = smelting.leftOf(item)
    if (left) slots[FUEL] = serv.newItem(left, 1)
    Object.assign(furnace, { fire, fireOf: fire })
    serv.witness('fuel.burnt', null, { container: name, position, item, count: 1, left: left ? { [left]: 1 } : {} })
    serv.containers.show(furnace, FUEL)
  }

  function finish (furnace, item) {
    const { name, position, slots } = furnace
    const used = take(furnace, INPUT)
    if (slots[OUTPUT]) slots[OUTPUT].count++
    else slots[OUTPUT] = serv.newItem(item, 1)
    serv.witness('item.smelted', null, { container: name, position, item, count: 1, used: { [used]: 1 } })
    serv.containers.show(furnace, INPUT)
    serv.containers.show(furnace, OUTPUT)
  }

  function step (furnace) {
    const { name, slots } = furnace
    furnace.fire ??= 0
    const lit = furnace.fire > 0
    if (lit) furnace.fire--
    const input = slots[INPUT]?.name ?? null
    if (furnace.of !== input) Object.assign(furnace, { of: input, work: 0 })
    const result = due(furnace)
    if (!furnace.fire && result) light(furnace)
    if (!furnace.fire) furnace.work = Math.max(0, furnace.work - COOLING)
    else if (!result) furnace.work = 0
    else if (++furnace.work >= smelting.ticksOf(name)) {
      furnace.work = 0
      finish(furnace, result)
    }
    if (lit !== (furnace.fire > 0)) shine(furnace)
  }

  function shine ({ position, fire }) {
    serv.blocks.set(position, serv.withProperties(serv.blocks.at(position).stateId, { lit: fire > 0 }))
  }

  function showBars ({ window, player }, tick) {
    const furnace = window?.station.parts?.[0]
    if (!furnace || !smelting.kinds.includes(furnace.name)) return
    if (tick % RETELL === 0) window.told = {}
    const told = window.told ??= {}
    const now = {
      fireOf: furnace.fireOf ?? 0,
      fire: furnace.fire ?? 0,
      workOf: smelting.ticksOf(furnace.name),
      work: furnace.work ?? 0
    }
    for (const [bar, value] of Object.entries(now)) {
      if (told[bar] === value) continue
      told[bar] = value
      player._client.write('craft_progress_bar', { windowId: window.id, property: BAR[bar], value })
    }
  }

  serv.on('tick', (delta, tick) => {
    for (const furnace of serv.containers.all.values()) {
      if (smelting.kinds.includes(furnace.name) && serv.containers.at(furnace.position) === furnace) step(furnace)
    }
    for (const member of serv.members.values()) showBars(member, tick)
  })
}
