'use strict'
/**
 * Hitting: reach, damage that depends on the weapon and on the time since the last hit, half a second without further
 * damage after a hit, and the death of mobs, with their drops.
 *
 * Fills a gap: in flying-squid, every hit does 1 damage, from any distance, and the corpse stays visible. There is no
 * knockback.
 */

const { distances } = require('../../game/facts')
const { damageOf } = require('../../game/weapons')

const REACH = distances.touchAllowed
const STRAY = 2 // blocks beyond the reach at which it is no cheat yet: both move
const RATE = 20 // hits per second; a client acts once per tick
const SPARED = 10 // ticks
const CORPSE = 20 // ticks
const HURT = 2 // entity status
const DEAD = 3
const ATTACK = 1

module.exports.server = function (serv) {
  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    // Kept if its process ends and comes back.
    member.lastBlow ??= -100
    member.blows ??= [] // ticks of those in the last second
    client.removeAllListeners('use_entity')
    client.on('use_entity', ({ mouse, target }) => { if (mouse === ATTACK) strike(player, serv.entities[target]) })
  })

  function strike (player, target) {
    const tick = serv.tickCount
    const { member } = player
    member.blows = member.blows.filter(blow => tick - blow < RATE)
    if (member.blows.length >= RATE + serv.lag()) {
      return serv.refuse(player, 'attack_rate', {
        why: 'faster than a client can act',
        target: target?.position,
        allowed: RATE
      })
    }
    member.blows.push(tick)
    const weapon = serv.heldItem(player)?.name
    const damage = damageOf(weapon, tick - member.lastBlow)
    member.lastBlow = tick
    if (!player.alive || !target || target === player || !isAlive(target)) return
    const height = target.type === 'player' ? 0.9 : 0.6
    const measured = player.position.offset(0, distances.eyes, 0).distanceTo(target.position.offset(0, height, 0))
    if (measured > REACH + STRAY) {
      serv.refuse(player, 'reach', { why: 'strikes', target: target.position, measured, allowed: REACH })
    }
    if (measured > REACH) return
    if (tick - (target.lastHurt ?? -SPARED) < SPARED) return
    const victim = target.type === 'player'
    const blow = {
      kind: 'attack',
      target: { name: victim ? target.username : target.name, isPlayer: victim, owner: target.owner ?? null },
      position: target.position.clone()
    }
    if (serv.guard.denies(player, blow)) return
    target.lastHurt = tick
    const agent = player.username
    serv.guard.warns(player, blow)
    serv.witness('attacked', agent, {
      target: victim ? target.username : target.name,
      target_kind: victim ? 'agent' : 'mob',
      entity: target.id,
      damage: Math.round(damage * 100) / 100,
      weapon: weapon ?? null
    })
    serv.wearByHitting(player)
    serv.exhaust(player, 'strike')
    if (!victim) return hurtMob(target, damage, agent)
    target.takeDamage({ damage, by: agent })
    serv.exhaust(target, 'hurt')
  }

  const isAlive = target => target.type === 'player' ? target.alive : serv.mobs.has(target)

  function hurtMob (mob, damage, agent) {
    mob.health -= damage
    mob._writeOthersNearby('entity_status', { entityId: mob.id, entityStatus: mob.health > 0 ? HURT : DEAD })
    if (mob.health > 0) return
    serv.mobs.delete(mob)
    const { name, position, owner } = mob
    serv.witness('died', null, { victim: name, victim_kind: 'mob', entity: mob.id, by: agent, position, owner })
    serv.emit('killed', mob, agent)
    const drops = serv.loot.roll(serv.loot.ofMob(name, mob), serv.chance('loot', 'mob', mob.key))
    serv.scatter(drops, { position: position.offset(0, 0.5, 0), origin: 'mob', of: name, agent })
    serv.after(CORPSE, () => mob.destroy())
  }

  serv.on('newEntity', entity => {
    if (entity.type === 'mob') {
      entity.takeDamage = ({ damage = 1 }) => {
        if (serv.mobs.has(entity)) hurtMob(entity, damage, null)
      }
    }
  })
}
