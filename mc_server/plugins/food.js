'use strict'
/**
 * Hunger, healing, starving and eating, as in Minecraft.
 *
 * Actions cause exhaustion; four points of it cost one point of saturation, or of food if no saturation is left.
 * Fills a gap: in flying-squid, players do not heal, get hungry or eat.
 */

const FULL = 20
const EATING = 32 // ticks
const SATURATION = 5 // at the start and after death
const QUICK = 10 // ticks between two healings while saturated and full
const SLOW = 80
const STARVES = 80 // ticks between two times that one without food is hurt
const STARVED = [FULL, 10, 1, 0] // by difficulty: the health at which starving ends
// Exhaustion of each deed; of the first two per block.
const EXHAUSTING = { sprinting: 0.1, swimming: 0.01, jump: 0.05, leap: 0.2, dig: 0.005, strike: 0.1, hurt: 0.1 }
const EATEN = 9 // entity status
const RELEASED = 5 // block_dig status

module.exports.server = function (serv) {
  const { registry } = serv

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    // Whoever comes back is as hungry as before.
    player.hunger = member.hunger ??= { exhaustion: 0, since: 0, saturation: SATURATION }
    player.foodSaturation = player.hunger.saturation
    player.on('disconnected', () => { player.hunger.saturation = player.foodSaturation })
    player.on('stepped', ({ from, to, aside, jumped }) => {
      if (serv.body.swims(to)) exhaust(player, EXHAUSTING.swimming * from.distanceTo(to))
      else if (player.sprinting) exhaust(player, EXHAUSTING.sprinting * aside)
      if (jumped) exhaust(player, player.sprinting ? EXHAUSTING.leap : EXHAUSTING.jump)
    })
    let meal = null // what is being eaten; another object means another meal

    client.removeAllListeners('use_item')
    client.on('use_item', ({ hand }) => {
      const slot = hand === 1 ? 45 : serv.heldSlot(player)
      const item = member.inventory.slots[slot]
      const food = item && registry.foodsByName[item.name]
      if (!food || !player.alive || player.food >= FULL) return
      const mine = meal = { slot, name: item.name }
      serv.after(EATING, () => {
        if (meal !== mine || member.player !== player || !player.alive) return
        meal = null
        if (member.inventory.slots[slot]?.name !== mine.name || (hand !== 1 && slot !== serv.heldSlot(player))) return
        serv.takeOut(member, slot, 1)
        serv.witness('item.eaten', player.username, { item: mine.name, count: 1 })
        player.foodSaturation = Math.min(
          player.foodSaturation + food.saturation,
          Math.min(FULL, player.food + food.foodPoints)
        )
        player.updateFood(Math.min(FULL, player.food + food.foodPoints))
        client.write('entity_status', { entityId: player.id, entityStatus: EATEN })
      })
    })
    client.on('block_dig', ({ status }) => { if (status === RELEASED) meal = null })
  })

  /** what: `dig`, `strike` or `hurt`. */
  serv.exhaust = (player, what) => exhaust(player, EXHAUSTING[what])

  /** Resets a player's hunger to its initial values, after a death. */
  serv.refresh = player => {
    Object.assign(player.hunger, { exhaustion: 0, since: serv.tickCount })
    player.foodSaturation = SATURATION
    player.food = FULL
  }

  function exhaust (player, amount) {
    if (!player.alive) return
    const { hunger } = player
    hunger.exhaustion += amount
    while (hunger.exhaustion >= 4) {
      hunger.exhaustion -= 4
      if (player.foodSaturation > 0) player.foodSaturation = Math.max(0, player.foodSaturation - 1)
      else player.updateFood(Math.max(0, player.food - 1))
    }
  }

  serv.on('tick', (delta, tick) => {
    for (const player of serv.players) {
      if (!player.alive) continue
      const waited = tick - player.hunger.since
      if (player.food === 0) {
        if (waited < STARVES) continue
        player.hunger.since = tick
        if (player.health > STARVED[serv.difficulty]) player.takeDamage({ damage: 1, by: 'hunger' })
        continue
      }
      if (player.health >= FULL) continue
      const quick = player.food >= FULL && player.foodSaturation > 0
      if (player.food < 18 || waited < (quick ? QUICK : SLOW)) continue
      const cost = quick ? Math.min(player.foodSaturation, 6) : 6
      player.hunger.since = tick
      player.updateHealth(Math.min(FULL, player.health + cost / 6))
      exhaust(player, cost)
    }
  })
}
