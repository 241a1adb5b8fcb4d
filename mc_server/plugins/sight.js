'use strict'
/**
 * Decides which players and entities a player sees.
 *
 * Fills a gap: flying-squid sends the list of players to everybody except the player who joins, so a newcomer does not
 * see those who were there before; it shows entities to a client that is still logging in, which then forgets them; and
 * it searches all entities for every packet it sends. If an entity comes into a player's sight, flying-squid assumes
 * that everything near that player is already visible to it; in a crowd, a player who comes back then never sees those
 * who stand still. Each of flying-squid's entities also keeps references to those that were near it: an item would keep
 * the item that lay there before it, and so on, so every item that ever lay in the world would stay in memory.
 */

const RADIUS = 128

module.exports.server = function (serv) {
  serv.on('newEntity', entity => {
    const near = other =>
      other !== entity && other.world === entity.world && other.position.distanceTo(entity.position) <= RADIUS
    entity.getNearbyPlayers = () => serv.players.filter(near)
    entity.getNearby = () =>
      Object.values(serv.entities).filter(
        other => (other.type !== 'player' || serv.players.includes(other)) && near(other)
      )
    entity.updateAndSpawn = () => {
      const now = entity.getNearby()
      const came = now.filter(other => !entity.nearbyEntities.includes(other))
      const gone = entity.nearbyEntities.filter(other => !now.includes(other))
      if (entity.type === 'player') {
        entity.despawnEntities(gone)
        came.forEach(entity.spawnEntity)
      }
      for (const other of gone) {
        if (other.type === 'player') other.despawnEntities([entity])
        other.nearbyEntities = other.nearbyEntities.filter(one => one !== entity)
      }
      for (const other of came) {
        if (other.type === 'player') other.spawnEntity(entity)
        if (!other.nearbyEntities.includes(entity)) other.nearbyEntities.push(entity)
      }
      entity.nearbyEntities = now
      entity.lastPositionPlayersUpdated = entity.position.clone()
    }
    const { destroy } = entity
    entity.destroy = () => {
      destroy()
      forget(entity)
    }
  })

  function forget (gone) {
    gone.nearbyEntities = []
    for (const entity of Object.values(serv.entities)) {
      entity.nearbyEntities = entity.nearbyEntities.filter(other => other !== gone)
    }
  }

  serv.on('newPlayer', player => {
    player.on('disconnected', () => forget(player))
    serv._sendPlayerList = to => {
      const entry = p => ({
        uuid: p.uuid,
        name: p.username,
        properties: p.profileProperties ?? [],
        gamemode: p.gameMode ?? 0,
        ping: p._client.latency ?? 0
      })
      to._client.write('player_info', { action: 'add_player', data: serv.players.map(entry) })
      to._writeOthers('player_info', { action: 'add_player', data: [entry(to)] })
    }
  })
}
