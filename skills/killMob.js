'use strict'
/**
 * Kills the nearest mob of a kind and picks up what it drops.
 * @param {string} mobName - e.g. cow
 * @param {number} [timeout=300] - seconds of game time after which the hunt is given up
 * @keywords hunt attack fight slaughter animal leather wool beef meat
 * @needs a mob of that kind in sight; a sword or an axe in the inventory is used
 * @example killMob(bot, 'cow')
 */
async function killMob (bot, mobName, timeout = 300) {
  const SIGHT = 64
  const REACH = 3
  const kind = lookUp('mob', mobName)
  if (!(Number(timeout) > 0)) throw fail('BAD_ARGUMENT', 'timeout has to be a number of seconds above 0')
  const mob = bot.nearestEntity(e => e.name === kind.name && e.isValid && e.position.distanceTo(bot.entity.position) <= SIGHT)
  if (!mob) throw fail('NOT_FOUND', `no ${kind.name} in sight (${SIGHT} blocks)`)
  if (mob.type === 'player' || kind.name === 'item') throw fail('BAD_ARGUMENT', `${kind.name} is not a mob`)
  const before = holdings(bot)
  const ignore = new Set(dropsNear(bot, bot.entity.position, SIGHT).map(d => d.id))
  const pause = await takeWeapon()
  let at = mob.position
  let dead = false
  const onDead = e => { if (e.id === mob.id) dead = true }
  bot.on('entityDead', onDead)
  try {
    await hunt()
  } finally {
    bot.removeListener('entityDead', onDead)
    bot.pathfinder.setGoal(null)
  }
  const { left, seen } = await collectDrops(bot, { place: at, radius: 6, since: before, ignore, patience: 16 })
  const gained = gainedSince(bot, before)
  if (seen && !Object.keys(gained).length) {
    if (bot.inventory.emptySlotCount() === 0) throw fail('INVENTORY_FULL', `killed a ${kind.name}, no room for what it dropped`)
    throw fail('NO_EFFECT', `killed a ${kind.name}, ${left} items it dropped lie out of reach`)
  }
  return gained

  async function hunt () {
    const end = bot.tick + Number(timeout) * 20
    let ready = 0
    let near = bot.tick
    let following = false
    while (!dead && mob.isValid) {
      at = mob.position
      const away = bot.entity.position.offset(0, 1.62, 0).distanceTo(at.offset(0, (mob.height ?? 1) / 2, 0))
      if (bot.health <= 0) throw fail('DIED', `died hunting a ${kind.name}`)
      if (bot.tick > end) throw fail('NO_EFFECT', `the ${kind.name} is still alive after ${timeout} s, ${away.toFixed(1)} blocks away`)
      if (away <= REACH) {
        near = bot.tick
        if (bot.tick >= ready) {
          await bot.lookAt(at.offset(0, (mob.height ?? 1) * 0.6, 0), true)
          if (dead || !mob.isValid) break
          bot.attack(mob)
          ready = bot.tick + pause
        }
      } else if (!following || bot.tick - near > 100) {
        if (following && bot.tick - near > 300) throw fail('NO_PATH', `cannot get to the ${kind.name}, ${away.toFixed(1)} blocks away`)
        bot.pathfinder.setGoal(new GoalFollow(mob, 1), true)
        following = true
      }
      await bot.waitForTicks(1)
    }
    if (!dead && at.distanceTo(bot.entity.position) > 8) throw fail('NOT_FOUND', `lost sight of the ${kind.name}`)
  }

  async function takeWeapon () { // returns the ticks between two blows at full strength
    const speeds = { sword: 1.6, trident: 1.1, axe: { wooden: 0.8, stone: 0.8, iron: 0.9, golden: 1, diamond: 1, netherite: 1 } }
    const metals = ['wooden', 'golden', 'stone', 'iron', 'diamond', 'netherite']
    const worth = name => (/_sword$/.test(name) ? 10 : /_axe$/.test(name) ? 4 : -Infinity) + metals.indexOf(name.split('_')[0])
    const best = bot.inventory.items().map(i => i.name).filter(n => worth(n) > -Infinity).sort((a, b) => worth(b) - worth(a))[0]
    if (best) await equipItem(bot, best)
    const held = bot.heldItem?.name ?? ''
    const [metal, form] = held.split('_')
    const speed = form === 'sword' ? speeds.sword : form === 'axe' ? speeds.axe[metal] : /_(pickaxe|shovel|hoe)$/.test(held) ? 1 : 4
    return Math.max(10, Math.ceil(20 / speed)) // a hurt mob cannot be hurt again for 10 ticks
  }
}
module.exports = killMob
