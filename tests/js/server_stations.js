'use strict'
/** Windows and stations without a server: members with what they were granted, blocks in a map, packets by hand. */

const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Item = require('prismarine-item')(registry)
const Block = require('prismarine-block')(registry)
const { createWindow } = require('prismarine-windows')(registry)
const { fold } = require('./server_harness')

/** The number of random games of 500 clicks each; CI plays fewer. */
const GAMES = Number(process.env.GAMES ?? 20)
const PLUGINS = ['halves', 'windows', 'crafting', 'containers', 'furnaces', 'chests']

/**
 * granted: {name: {item: count}}; contents: {'x,y,z': {item: count}} of chests. Answers { serv, world: Map 'x,y,z' ->
 * block, events, tick(n), balanced(), [name]: ... }.
 */
function makeStations (granted, contents = {}) {
  const events = []
  const sent = []
  const world = new Map(Object.keys(contents).map(key => [key, 'chest']))
  const states = new Map()
  const keyOf = ({ x, y, z }) => `${x},${y},${z}`
  const blocks = {
    name: at => world.get(keyOf(at)) ?? 'air',
    at: at =>
      Object.assign(
        Block.fromStateId(states.get(keyOf(at)) ?? registry.blocksByName[blocks.name(at)].defaultState, 0),
        { position: at.clone() }
      ),
    set: (at, state) => {
      world.set(keyOf(at), registry.blocksByStateId[state].name)
      states.set(keyOf(at), state)
    },
    belonging: () => ({ owner: null, structure: null })
  }
  const isAt = ({ position }, at) => position.distanceTo(at.offset(0.5, 0.5, 0.5)) <= 8
  const serv = Object.assign(new EventEmitter(), {
    registry,
    openers: new Map(),
    isAt,
    showEquipment () {},
    heldSlot: () => 36,
    heldItem: () => null,
    blocks
  })
  require('../../mc_server/plugins/holdings').server(serv)
  for (const plugin of PLUGINS) {
    require(`../../mc_server/plugins/${plugin}`).server(serv, {
      minecrew: { arena: { canvas: { contents: new Map(Object.entries(contents)) } } }
    })
  }
  serv.witness = (kind, agent, { position, ...fields }) => {
    const event = { kind, agent, ...fields }
    if (position) event.position = [position.x, position.y, position.z]
    events.push(structuredClone(event))
  }
  let entity = 0
  serv.drop = (item, { origin, agent, position }) =>
    serv.witness('item.dropped', agent, { entity: ++entity, item: item.name, count: item.count, origin, position })
  serv.toss = (player, item) => serv.drop(item, { origin: 'agent', agent: player.username })
  serv.emit('asap')

  const balanced = () => {
    const { holdings } = fold(events, granted)
    for (const { name, ...member } of serv.members.values()) {
      assert.deepEqual(holdings[name] ?? {}, serv.holdings(member))
    }
  }
  let ticks = 0
  const out = {
    serv,
    world,
    events,
    sent,
    balanced,
    tick: (n = 1) => {
      for (let i = 0; i < n; i++) serv.emit('tick', 0.05, ++ticks)
    }
  }

  for (const [name, items] of Object.entries(granted)) {
    const mine = []
    const client = Object.assign(new EventEmitter(), {
      write: (packet, fields) => {
        for (const list of [mine, sent]) list.push({ name: packet, to: name, ...fields })
      }
    })
    const member = {
      name,
      inventory: Object.assign(createWindow(0, 'minecraft:inventory', 'inventory'), { station: serv.handGrid }),
      window: null,
      last: null
    }
    const player = {
      username: name,
      member,
      alive: true,
      _client: client,
      inventory: member.inventory,
      heldItemSlot: 0,
      position: new Vec3(0, 5, 0)
    }
    member.player = player
    serv.members.set(name, member)
    serv.emit('newPlayer', player)
    for (const [item, count] of Object.entries(items)) serv.grant(name, item, count)
    const window = () => member.window ?? member.inventory
    out[name] = {
      member,
      player,
      window,
      sent: mine,
      open: position => serv.openers.get(blocks.name(position))(player, blocks.at(position)),
      close: () => client.emit('close_window', {}),
      slotOf: item => window().slots.findIndex(there => there?.name === item),
      /** Clicks as a client does that sees what there is. */
      click: (slot, mouseButton = 0, mode = 0, claim = undefined) => {
        const { id, station, slots } = window()
        station.load(window())
        client.emit('window_click', {
          windowId: id,
          slot,
          mouseButton,
          mode,
          action: 1,
          item: Item.toNotch((claim === undefined ? slots[slot] : claim) ?? null)
        })
        return mine.findLast(packet => packet.name === 'transaction').accepted
      }
    }
  }
  return out
}

/** A click of one of `modes`, at the slot that `slotOf()` draws, now and then with a false claim. */
function clickAnyhow (click, random, modes, slotOf) {
  const mode = random.pick(modes)
  const slot = slotOf()
  const button = mode === 2 ? random.int(0, 8) : mode === 3 ? 2 : random.int(0, 1)
  click(slot, button, mode, random.chance(0.02) ? null : undefined)
}

module.exports = { GAMES, makeStations, clickAnyhow }
