'use strict'
/** The real server in this process, and a client of raw packets that may say whatever it likes. */

const time = require('./server_clock')
const { once } = require('node:events')
const { Vec3 } = require('vec3')
const protocol = require('minecraft-protocol')
const { createWorld, VERSION } = require('../../mc_server/world')

/** Answers { serv, events, connect(name), set(x, y, z, block), ticks(n), refused(what), close() }. */
async function openWorld (options = {}) {
  const events = []
  const clients = []
  const { serv } = await createWorld({ arena: 'flat', seed: 1, emit: event => events.push(event), ...options })
  time.opened()
  const ticks = async n => { while (n-- > 0) await once(serv, 'tick') }
  const set = (x, y, z, name, properties) => {
    const { defaultState } = serv.registry.blocksByName[name]
    serv.blocks.set(new Vec3(x, y, z), properties ? serv.withProperties(defaultState, properties) : defaultState)
  }
  const refused = what => events.filter(event => event.kind === 'cheat.refused' && (!what || event.what === what))
  const tries = what => refused(what).reduce((sum, { count }) => sum + count, 0)

  /** A client that confirms where the server puts it and says nothing else by itself. */
  async function connect (name) {
    const client = protocol.createClient({
      host: '127.0.0.1',
      port: serv.listeningPort,
      username: name,
      auth: 'offline',
      version: VERSION,
      checkTimeoutInterval: 60000
    })
    clients.push(client)
    client.on('error', () => {})
    const me = { client, place: null, setBacks: 0, windows: [], say: (packet, fields) => client.write(packet, fields) }
    client.on('position', ({ x, y, z, teleportId }) => {
      me.place = new Vec3(x, y, z)
      me.setBacks++
      client.write('teleport_confirm', { teleportId })
      client.write('position_look', { x, y, z, yaw: 0, pitch: 0, onGround: false })
      client.write('look', { yaw: 1, pitch: 0, onGround: true })
    })
    client.on('open_window', window => me.windows.push(window))
    await once(serv, 'newPlayer')
    const player = await until(() => serv.players.find(player => player.username === name && player.alive))
    await ticks(25) // the server puts a newcomer at its place twice, and blocks set before this are no news any more
    me.setBacks = 0
    me.player = player
    me.go = (x, y, z, onGround = true) => {
      me.place = new Vec3(x, y, z)
      client.write('position', { x, y, z, onGround })
    }
    me.step = (dx, dy, dz, onGround = true) => me.go(me.place.x + dx, me.place.y + dy, me.place.z + dz, onGround)
    me.dig = (status, x, y, z) => client.write('block_dig', { status, location: { x, y, z }, face: 1 })
    me.use = (x, y, z, direction = 1) =>
      client.write('block_place', {
        hand: 0, location: { x, y, z }, direction, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false
      })
    me.strike = entity => client.write('use_entity', { target: entity.id, mouse: 1, sneaking: false })
    me.click = (slot, item = null, windowId = 0) =>
      client.write('window_click', {
        windowId,
        slot,
        mouseButton: 0,
        mode: 0,
        action: 1,
        item: item
          ? { present: true, itemId: serv.registry.itemsByName[item[0]].id, itemCount: item[1] }
          : { present: false }
      })
    return me
  }

  async function until (condition) {
    for (let i = 0; i < 400; i++) {
      const value = condition()
      if (value) return value
      await ticks(1)
    }
    throw new Error('waited 400 ticks in vain')
  }

  /** Puts a player somewhere, as no player could; it has said that it is there. */
  async function put (me, x, y, z) {
    const place = new Vec3(x, y, z)
    me.place = null
    await me.player.teleport(place)
    await until(() => me.place)
    await ticks(5)
  }

  function close () {
    for (const client of clients) client.end()
    serv.stopTickInterval()
    serv._server.close()
    time.closed()
  }

  return { serv, events, connect, put, set, ticks, until, refused, tries, close }
}

module.exports = { openWorld }
