'use strict'
/**
 * Who sees whom.
 *
 * Fills: flying-squid sends the list of players to everybody but the one who joins, so nobody sees those who were there
 * before; it shows entities to a client that is still logging in, which then forgets them; and it searches all entities
 * for every packet it sends. Each of its entities also keeps those that were near it: an item would hold the one that
 * lay there before it, that one the one before, and so everything that ever lay in the world.
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
