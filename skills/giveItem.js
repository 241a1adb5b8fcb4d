'use strict'
/**
 * Gives items to another player: walks there, throws them, and makes sure that they were received.
 * @param {string} player - the receiver
 * @param {string} name - item
 * @param {number} [count=1] - how many
 * @param {Vec3} [place] - where to meet; the bot waits there for up to a minute; default: it walks to the player
 * @keywords hand over share deliver toss throw bring present
 * @needs the items in the inventory; the player in sight
 * @example giveItem(bot, 'Bob', 'paper', 3)
 * @give paper=3
 * @with meet(bot, 'Alice')
 */
async function giveItem (bot, player, name, count = 1, place = null) {
  const TRIES = 3
  const to = String(player)
  const kind = lookUp('item', name)
  const wanted = wholeNumber(count)
  const mine = () => holdings(bot)[kind.name] ?? 0
  if (to === bot.username) throw fail('BAD_ARGUMENT', 'a bot cannot give items to itself')
  mustHold(bot, kind, wanted, 'give')
  if (place !== null && place !== undefined) await waitAt(asPlace(place, 'place').floored())
  let received = 0
  let before = 0 // what the receiver held at the last look
  let why = ''
  let taker = null // who else took what was thrown
  const thrown = new Set()
  const onCollect = (who, item) => {
    if (thrown.has(item?.id) && ![to, bot.username].includes(who?.username)) taker = who?.username ?? 'somebody'
  }
  bot.on('playerCollect', onCollect)
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) if (await giveOnce(attempt)) break
  } finally { bot.removeListener('playerCollect', onCollect) }
  if (received >= wanted) return { [kind.name]: wanted }
  const here = bot.entity.position.floored()
  const took = `${to} took ${received} of ${wanted} ${kind.name}`
  throw fail('NOT_RECEIVED', `${took} at ${coordinates(here)}: ${why}; the giver holds ${mine()} again`)

  async function giveOnce (attempt) { // true: no further try is of use
    try {
      await meet(bot, to)
      await comeLevel()
    } catch (error) {
      if (!attempt) throw error
      why = error.message
      return true
    }
    const due = Math.min(wanted - received, mine())
    if (due < 1) return true
    const drops = await throwTo(due)
    await waitFor(drops)
    if (received >= wanted) return true
    const left = drops()
    const room = left.some(inReach) ? await bot.roomOf(to, kind.name) : null
    why = whatKeptIt(left, room)
    await takeBack(drops)
    return received >= wanted || room === 0 || taker !== null // who took it would take the next, too
  }

  function beside (drop) {
    const off = receiver()?.position.minus(drop.position)
    return Boolean(off) && Math.max(Math.abs(off.x), Math.abs(off.z)) < rules.distances.sideSure
  }

  function inReach (drop) {
    return Boolean(receiver()) && comesByItself(receiver().position, drop.position)
  }

  function whatKeptIt (left, room) {
    const stood = receiver() ? `${to} stood at ${coordinates(receiver().position.floored())}` : `${to} was out of sight`
    if (!left.length) return `${taker ? `${taker} picked up the thrown items` : 'the thrown items are gone'}; ${stood}`
    const lay = `the last throw landed at ${coordinates(left[0].position.floored())}; ${stood}`
    if (room === 0) return `${lay}; the inventory of ${to} has no room for ${kind.name}`
    return left.some(inReach) ? `${lay}, within reach of it, but did not take it` : `${lay}, out of reach of it`
  }

  async function waitAt (spot) {
    const where = coordinates(spot)
    await walk(bot, new GoalNear(spot.x, spot.y, spot.z, 2), where)
    const there = () => receiver()?.position.distanceTo(spot) <= rules.distances.meetingPlace
    if (await waitUntil(bot, there, 240, 5)) return
    throw fail('NOT_RECEIVED', `${to} did not come to ${where} within a minute; nothing was given`)
  }

  async function comeLevel () { // what is thrown up to somebody falls back
    const at = receiver()?.position
    if (!at || at.y - bot.entity.position.y <= rules.distances.belowSure) return
    try {
      await walk(bot, new GoalNear(at.x, at.y, at.z, 1), to, () => !(receiver()?.position.distanceTo(at) < 2))
    } catch (error) {
      if (error.code !== 'NO_PATH') throw error
    }
  }

  function receiver () {
    return bot.players[to]?.entity ?? null
  }

  async function counted () {
    return await bot.countOf(to, kind.name) ?? before // out of earshot: nothing new is known
  }

  /** Counts the items that arrived since the last check; items that the receiver uses up meanwhile still count. */
  async function notice () {
    const now = await counted()
    if (now > before) received += now - before
    before = now
  }

  async function throwTo (n) {
    const lying = new Set(dropsNear(bot, bot.entity.position, 16).map(d => d.id))
    const feet = receiver()?.position
    if (!feet) throw fail('NOT_FOUND', `${to} went out of sight`)
    await bot.lookAt(feet.offset(0, 0.2, 0), true)
    await bot.waitForTicks(2)
    before = await counted()
    await bot.toss(kind.id, null, n)
    return () => {
      const drops = dropsNear(bot, bot.entity.position, 16, [kind.name]).filter(d => !lying.has(d.id))
      for (const { id } of drops) thrown.add(id)
      return drops
    }
  }

  async function waitFor (drops) {
    const RIPE = rules.itemTicks.thrown + 8 // by then it would have been picked up
    const PATIENCE = RIPE + 16
    for (let waited = 0; waited < PATIENCE; waited += 2) {
      await keepOff(drops)
      await notice()
      if (received >= wanted && !drops().length) return
      if (waited > 12 && !drops().length && received < wanted) { // gone: the count follows within a moment
        for (let i = 0; i < 5 && received < wanted; i++) { await bot.waitForTicks(2); await notice() }
        return
      }
      if (waited > RIPE && !drops().some(beside)) return // the receiver went on without them
      await bot.waitForTicks(2)
    }
  }

  async function keepOff (drops) { // the giver must not walk over its own gift
    const away = ({ position: { x, z } }) => Math.hypot(x - bot.entity.position.x, z - bot.entity.position.z)
    const near = () => drops().find(drop => away(drop) < rules.distances.keepOff)
    const gift = near()
    if (!gift) return
    await bot.lookAt(gift.position.offset(0, 1.2, 0), true)
    bot.setControlState('back', true)
    await waitUntil(bot, () => !near(), 6)
    bot.setControlState('back', false)
  }

  async function takeBack (drops) {
    const left = drops()
    if (!left.length) return
    const strangers = new Set(dropsNear(bot, bot.entity.position, 24).map(d => d.id))
    for (const drop of left) strangers.delete(drop.id)
    await collectDrops(bot, { place: left[0].position, names: [kind.name], ignore: strangers, patience: 4 })
    await notice()
  }
}
module.exports = giveItem
