'use strict'
/**
 * The members of the crew, connected or not: each name has one inventory and one place for as long as the server lives.
 *
 * A bot's process may be killed and come back under the same name: it then has the same items and the same place.
 * Fills a gap: without a world folder, flying-squid forgets a player who leaves, spawns players at random places, and
 * forgets the first of two connections with the same name.
 */

const { Vec3 } = require('vec3')

const MAX_HEALTH = 20
const NAME = /^\w{1,16}$/ // as Minecraft has them

module.exports.server = function (serv, { minecrew: { arena } }) {
  const Item = require('prismarine-item')(serv.registry)
  const { createWindow } = require('prismarine-windows')(serv.registry)

  /** Distinct places around the arena's spawn, two blocks apart, in the order in which members first join. */
  const spot = n => {
    const [x, y, z] = arena.spawn
    const turn = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]][n % 9]
    const ring = 2 * (1 + Math.floor(n / 9))
    return new Vec3(x + turn[0] * ring, y, z + turn[1] * ring)
  }

  /**
   * The start of a member that does not begin at its spot, as the arena defines it: { position, health, food }; null
   * otherwise.
   */
  const start = n => {
    const place = arena.starts?.[n]
    return place ? { position: new Vec3(...place), health: MAX_HEALTH, food: MAX_HEALTH } : null
  }

  /** The member with this name; a new one if there is none. */
  serv.enlist = name => {
    if (!serv.members.has(name)) {
      serv.members.set(name, {
        name,
        inventory: Object.assign(createWindow(0, 'minecraft:inventory', 'inventory'), { station: serv.handGrid }),
        window: null,
        player: null,
        home: spot(serv.members.size),
        last: start(serv.members.size)
      })
    }
    return serv.members.get(name)
  }

  serv.on('newPlayer', player => {
    const client = player._client
    if (!NAME.test(client.username)) return refuse(player, 'A name has 1 to 16 characters: letters, digits or _')
    if (connected().length >= serv._server.maxPlayers) return refuse(player, 'The server is full')
    const member = serv.enlist(client.username)
    if (member.player) return refuse(player, 'You are already connected')
    member.player = player
    player.member = member
    player.inventory.removeAllListeners('updateSlot')
    player.inventory = member.inventory
    player.alive = false
    const show = (slot, before, now) => showSlot(member, slot, now)
    member.inventory.on('updateSlot', show)

    player.findSpawnPoint = async () => { player.spawnPoint = (member.last?.position ?? member.home).clone() }
    player.on('connected', () => {
      player.spawnPoint = member.home
      player.alive = true
      player.health = member.last?.health ?? MAX_HEALTH
      player.food = member.last?.food ?? MAX_HEALTH
      client.write('window_items', { windowId: 0, items: member.inventory.slots.map(item => Item.toNotch(item)) })
      member.inventory.slots.forEach((item, slot) => item && showEquipment(member, slot, item))
    })
    player.on('disconnected', () => {
      serv.closeWindow(member)
      member.inventory.off('updateSlot', show)
      member.player = null
      member.last = player.alive
        ? { position: player.position.clone(), health: player.health, food: player.food }
        : null
    })
  })

  const connected = () => [...serv.members.values()].filter(({ player }) => player)

  /**
   * Disconnects a newcomer, keeps flying-squid from removing another player with the same name, and ignores all further
   * packets: the client's side of the connection may stay open, and flying-squid's own handlers would accept its
   * packets unchecked.
   */
  function refuse (player, why) {
    player.disconnected = true // what flying-squid does for one who leaves is skipped
    player.login = async () => {}
    delete serv.entities[player.id]
    player._client.end(why)
    serv.deafenTo(player._client)
  }

  function showSlot (member, slot, item) {
    const { player, window } = member
    if (serv.quiet) return
    player._client.write('set_slot', { windowId: 0, slot, item: Item.toNotch(item) })
    if (window && slot >= 9 && slot <= 44) {
      player._client.write('set_slot', {
        windowId: window.id,
        slot: slot - 9 + window.inventoryStart,
        item: Item.toNotch(item)
      })
    }
    showEquipment(member, slot, item)
  }

  const EQUIPMENT = { 5: 5, 6: 4, 7: 3, 8: 2, 45: 1 } // window slot -> equipment slot of the protocol

  function showEquipment ({ player }, slot, item) {
    const place = slot === serv.heldSlot(player) ? 0 : EQUIPMENT[slot]
    if (place === undefined) return
    player.setEquipment(place, item)
    player._writeOthersNearby('entity_equipment', {
      entityId: player.id,
      equipments: [{ slot: place, item: Item.toNotch(item) }]
    })
  }
  serv.showEquipment = showEquipment
}
