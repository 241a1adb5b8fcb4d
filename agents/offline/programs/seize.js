'use strict'
/** Follows the nearest of `players` and kills it, and picks up the `wanted` items ({item: count}) that it drops. */
async function seize (bot, players, wanted) {
  const { strike } = rules.distances
  const away = player => bot.players[player]?.entity?.position.distanceTo(bot.entity.position) ?? Infinity
  const [name] = [...players].sort((a, b) => away(a) - away(b))
  if (away(name) === Infinity) throw fail('NOT_FOUND', `none of ${players.join(', ')} in sight`)
  const weapon = bot.inventory.items().find(item => /_(sword|axe)$/.test(item.name))
  if (weapon) await equipItem(bot, weapon.name)
  const victim = bot.players[name].entity
  const ignore = new Set(dropsNear(bot, bot.entity.position, 32).map(drop => drop.id))
  const state = { dead: false }
  const onDead = entity => { if (entity.id === victim.id) state.dead = true }
  let at = victim.position
  bot.on('entityDead', onDead)
  try {
    bot.pathfinder.setGoal(new GoalFollow(victim, 1), true)
    for (let ready = 0, end = bot.tick + 600; !state.dead; await bot.waitForTicks(1)) {
      if (bot.tick > end) throw fail('NO_EFFECT', `${name} got away`)
      if (bot.tick < ready || away(name) > strike) continue
      at = victim.position
      await bot.lookAt(at.offset(0, 0.9, 0), true)
      bot.attack(victim)
      ready = bot.tick + 13 // a sword is at its full strength again
    }
  } finally {
    bot.removeListener('entityDead', onDead)
    bot.pathfinder.setGoal(null)
  }
  await collectDrops(bot, { place: at, radius: 8, names: Object.keys(wanted), ignore, patience: 16 })
}
module.exports = seize
