'use strict'
/**
 * Health of players: damage, falls, death with the loss of all items, and respawning.
 *
 * Fills a gap: in flying-squid, health drops below zero and stays there, a dead player cannot respawn (flying-squid
 * waits for a number, but the protocol now names the action), no items are dropped, and falls do not hurt.
 */

const FULL = 20
const SAFE_FALL = 3 // blocks
const VOID = -10 // height
const SOFT = { hay_block: 0.2, honey_block: 0.2, slime_block: 0 } // share of a fall's hurt that is left
const SPRINGY = 0.5 // share of a fall onto a bed that counts
const ARMOUR_AND_SLOTS = [5, 45] // what a dying player drops, after its windows are closed

module.exports.server = function (serv) {
  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    member.top ??= null // the height from which it falls, also if its process ends meanwhile

    /** by: the name of an agent or mob, or 'fall', 'void', 'command'. */
    player.takeDamage = ({ damage = 1, by = 'command' }) => {
      if (!player.alive || player.gameMode !== 0) return
      const lost = Math.min(serv.armoured(player, damage, by), player.health)
      player.updateHealth(player.health - lost)
      serv.witness('hurt', player.username, { by, damage: lost, health: player.health })
      player._writeOthersNearby('entity_status', { entityId: player.id, entityStatus: player.health > 0 ? 2 : 3 })
      if (player.health <= 0) die(by)
    }

    function die (by) {
      player.alive = false
      member.top = null
      const position = player.position.clone()
      serv.witness('died', player.username, {
        victim: player.username, victim_kind: 'agent', entity: player.id, by, position
      })
      serv.closeWindow(member)
      for (let slot = ARMOUR_AND_SLOTS[0]; slot <= ARMOUR_AND_SLOTS[1]; slot++) {
        const item = member.inventory.slots[slot]
        if (!item) continue
        member.inventory.updateSlot(slot, null)
        serv.drop(item, {
          position: position.offset(0, 0.5, 0), origin: 'death', of: player.username, agent: player.username
        })
      }
    }

    client.removeAllListeners('client_command')
    client.on('client_command', ({ actionId }) => {
      if (actionId !== 'perform_respawn' || player.alive) return
      player._sendRespawn()
      player.position = member.home.clone()
      player.knownPosition = undefined
      player.alive = true
      player.sendSelfPosition()
      serv.refresh(player)
      player.updateHealth(FULL)
      player.nearbyEntities = []
      player.updateAndSpawn()
      serv.reloadChunksOf(player)
      serv.witness('respawned', player.username, { position: player.position })
    })

    player.on('move', ({ position, onGround, teleport }) => {
      if (!player.alive) return
      if (position.y < VOID) return player.takeDamage({ damage: FULL, by: 'void' })
      if (teleport || serv.blocks.isWater(position.x, position.y, position.z) || serv.body.climbs(position)) {
        member.top = position.y
      } else if (!onGround) member.top = Math.max(member.top ?? position.y, position.y)
      else {
        const fallen = (member.top ?? position.y) - position.y
        member.top = position.y
        const hurt = hurtOf(fallen, serv.body.groundOf(position) ?? '')
        if (hurt > 0) player.takeDamage({ damage: hurt, by: 'fall' })
        if (fallen > 0) serv.emit('landed', player, { position, fallen })
      }
    })
  })

  function hurtOf (fallen, ground) {
    const counted = ground.endsWith('_bed') ? fallen * SPRINGY : fallen
    return Math.ceil((counted - SAFE_FALL) * (SOFT[ground] ?? 1))
  }

  /** After a respawn the client has forgotten every chunk. */
  serv.reloadChunksOf = player => {
    player.loadedChunks = {}
    player.worldSendInitialChunks().then(() => player.worldSendRestOfChunks())
  }
}
