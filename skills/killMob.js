'use strict'
/**
 * Kills a mob of a kind, the nearest that no other player is about to take, and picks up its drops.
 * @param {string} mobName - mob
 * @param {number} [timeout=300] - seconds of game time
 * @param {string} [owner='nobody'] - whose animals may be killed
 * @keywords hunt attack fight slaughter animal leather wool beef meat
 * @needs the mob in sight; a held sword or axe is used
 * @example killMob(bot, 'cow')
 * @expect beef=1
 */
async function killMob (bot, mobName, timeout = 300, owner = 'nobody') {
  const { mobs: SIGHT, strike, eyes } = rules.distances
  const kind = lookUp('mob', mobName)
  if (!(Number(timeout) > 0)) throw fail('BAD_ARGUMENT', 'timeout has to be a number of seconds above 0')
  const before = holdings(bot)
  const ignore = new Set(dropsNear(bot, bot.entity.position, SIGHT).map(d => d.id))
  const end = bot.tick + Number(timeout) * 20
  const passed = new Set() // ids of those that others killed or that got away
  const blow = { pause: 10, ready: 0, count: 0, taken: false }
  let mob = nextMob()
  blow.pause = await takeWeapon()
  let at = await hunt()
  for (let lost = 0; !at && lost < 3;) { // one that another player struck first does not count
    passed.add(mob.id)
    mob = nextMob()
    at = await hunt()
    if (!at && !blow.taken) lost++
  }
  if (!at) throw fail('NOT_FOUND', `lost sight of every ${kind.name}`)
  const { left, seen } = await collectDrops(bot, { place: at, since: before, ignore, patience: 16 })
  const gained = gainedSince(bot, before)
  if (seen && !Object.keys(gained).length) {
    if (bot.inventory.emptySlotCount() === 0) {
      throw fail('INVENTORY_FULL', `killed a ${kind.name}, but the inventory has no room for its drops`)
    }
    const where = left ? `but ${left} of its drops are out of reach` : 'but other players picked up its drops'
    throw fail('NO_EFFECT', `killed a ${kind.name}, ${where}`)
  }
  return gained

  function nextMob () { // where everybody takes the nearest, all hunters of a crowd would take the same one
    const away = (e, player) => e.position.distanceTo(player.position)
    const inSight = e => e.name === kind.name && e.isValid && !passed.has(e.id) && away(e, bot.entity) <= SIGHT
    const isPrey = e => inSight(e) && (ownerOf(e) ?? 'nobody') === owner
    const prey = Object.values(bot.entities).filter(isPrey)
    const found = (prey.length && share(prey, [bot.entity, ...others()])) || bot.nearestEntity(isPrey)
    if (!found) {
      const owned = bot.nearestEntity(inSight)
      const but = owned ? `; one in sight belongs to ${ownerOf(owned) ?? 'nobody'}` : ''
      const whose = owner === 'nobody' ? '' : ` of ${owner}`
      const other = passed.size ? 'other ' : ''
      throw fail('NOT_FOUND', `no ${other}${kind.name}${whose} in sight (${SIGHT} blocks)${but}`)
    }
    if (found.type === 'player' || kind.name === 'item') throw fail('BAD_ARGUMENT', `${kind.name} is not a mob`)
    return found
  }

  function others () {
    return Object.values(bot.entities).filter(e => e.type === 'player' && e.id !== bot.entity.id)
  }

  /** The bot's own prey if the nearest pair of a player and a mob goes together, then the next nearest, and so on. */
  function share (prey, players) {
    const at = e => [e.position.x, e.position.y, e.position.z]
    const mobs = prey.map(at)
    const pairs = players.map(at).flatMap((player, who) =>
      mobs.map((mob, which) => ({ who, which, away: Math.hypot(...mob.map((c, i) => c - player[i])) })))
    const taken = { who: new Set(), which: new Set() }
    for (const { who, which } of pairs.sort((a, b) => a.away - b.away || players[a.who].id - players[b.who].id)) {
      if (taken.who.has(who) || taken.which.has(which)) continue
      if (who === 0) return prey[which]
      taken.who.add(who)
      taken.which.add(which)
    }
    return null
  }

  async function hunt () { // where it died by our hand, or null; one that another player strikes first is theirs
    const state = { dead: false }
    const onDead = e => { if (e.id === mob.id) state.dead = true }
    const onHurt = e => { if (e.id === mob.id && !blow.count && others().some(isAt)) blow.taken = true }
    const isAt = player => player.position.distanceTo(mob.position) <= strike + 1
    let last = mob.position
    Object.assign(blow, { count: 0, taken: false })
    bot.on('entityDead', onDead)
    bot.on('entityHurt', onHurt)
    try {
      const quarry = { near: bot.tick, following: false }
      while (!state.dead && !blow.taken && mob.isValid) {
        last = mob.position
        await approach(quarry)
        await bot.waitForTicks(1)
      }
    } finally {
      bot.removeListener('entityDead', onDead)
      bot.removeListener('entityHurt', onHurt)
      bot.pathfinder.setGoal(null)
    }
    return blow.count && (state.dead || last.distanceTo(bot.entity.position) < 6) ? last : null
  }

  async function approach (quarry) { // one tick of the hunt: strike if it can be, follow if not
    const middle = mob.position.offset(0, (mob.height ?? 1) / 2, 0)
    const away = bot.entity.position.offset(0, eyes, 0).distanceTo(middle)
    if (bot.tick > end) {
      throw fail('NO_EFFECT', `the ${kind.name} is still alive after ${timeout} s, ${away.toFixed(1)} blocks away`)
    }
    if (away <= strike) {
      quarry.near = bot.tick
      if (bot.tick < blow.ready) return
      await bot.lookAt(middle, true)
      if (!mob.isValid) return
      bot.attack(mob)
      blow.ready = bot.tick + blow.pause
      blow.count++
    } else if (!quarry.following || (bot.tick - quarry.near) % 100 === 99) {
      if (bot.tick - quarry.near > 290) {
        throw fail('NO_PATH', `cannot get to the ${kind.name}, ${away.toFixed(1)} blocks away`)
      }
      bot.pathfinder.setGoal(new GoalFollow(mob, 1), true)
      quarry.following = true
    }
  }

  async function takeWeapon () { // returns the ticks between two blows at full strength
    const metals = ['wooden', 'golden', 'stone', 'iron', 'diamond', 'netherite']
    const rank = name => /_sword$/.test(name) ? 10 : /_axe$/.test(name) ? 4 : -Infinity
    const worth = name => rank(name) + metals.indexOf(name.split('_')[0])
    const names = bot.inventory.items().map(item => item.name)
    const best = names.filter(name => worth(name) > -Infinity).sort((a, b) => worth(b) - worth(a))[0]
    if (best) await equipItem(bot, best)
    const held = bot.heldItem?.name ?? ''
    const isTool = /_(pickaxe|shovel|hoe)$/.test(held) // as slow as the slowest of them: it is no weapon
    const speed = isTool ? rules.blows.wooden_shovel : rules.blows[held] ?? rules.blows.hand
    return Math.max(10, Math.ceil(20 / speed)) // a hurt mob cannot be hurt again for 10 ticks
  }
}
module.exports = killMob
