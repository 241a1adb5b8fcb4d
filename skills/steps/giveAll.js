'use strict'
/**
 * Gives items of several kinds to another player at once: walks there, throws them, and makes sure that they were
 * received. If it fails, the failure's result says how many of each kind were received nevertheless, and its message
 * names a third player that has picked some of them up.
 * @internal
 * @param {string} player - the receiver
 * @param {object} items - { name: count }
 * @param {number} [patience=0] - ticks in which a third player may hand on what it picked up
 * @keywords hand over share deliver
 * @needs the items in the inventory; the player in sight
 * @example giveAll(bot, 'Bob', { paper: 3, leather: 1 })
 */
async function giveAll (bot, player, items, patience = 0) {
  const TRIES = 3
  const to = String(player)
  if (to === bot.username) throw fail('BAD_ARGUMENT', 'a bot cannot give items to itself')
  const gifts = Object.entries(items).map(([name, count]) => ({
    kind: lookUp('item', name),
    wanted: wholeNumber(count),
    settled: 0, // arrived of earlier throws
    thrown: 0, // in the last throw
    rise: 0, // of the receiver's amount since the last throw; others may give to it, too
    handedOn: 0, // of the rise, what came after a third player took some
    before: 0 // held by the receiver at the last look
  }))
  for (const { kind, wanted } of gifts) mustHold(bot, kind, wanted, 'give')
  const mine = ({ kind }) => holdings(bot)[kind.name] ?? 0
  const left = gift => gift.wanted - received(gift)
  const isOver = () => gifts.every(gift => left(gift) <= 0)
  let why = ''
  let taker = null // who else took what was thrown
  let throws = null
  const ids = new Set() // of all drops that may be gifts
  const onCollect = (who, item) => {
    if (ids.has(item?.id) && ![to, bot.username].includes(who?.username)) taker = who?.username ?? 'somebody'
  }
  bot.on('playerCollect', onCollect)
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) if (await giveOnce(attempt)) break
    if (taker !== null && !isOver()) await waitUntilHandedOn()
  } finally {
    bot.removeListener('playerCollect', onCollect)
    throws?.stop()
  }
  if (isOver()) return amounts(gift => gift.wanted)
  const here = bot.entity.position.floored()
  const short = gifts.filter(gift => left(gift) > 0)
  const took = short.map(gift => `${received(gift)} of ${gift.wanted} ${gift.kind.name}`).join(' and ')
  const again = short.map(gift => `${mine(gift)}${short.length > 1 ? ` ${gift.kind.name}` : ''}`).join(' and ')
  const holder = taker === null ? '' : await whatTakerHolds(short)
  const message = `${to} took ${took} at ${coordinates(here)}: ${why}; ${holder}the giver holds ${again} again`
  throw fail('NOT_RECEIVED', message, amounts(received))

  /** How much of a gift arrived. What still lies there or came back did not, even if others give as much meanwhile. */
  function received ({ kind, wanted, settled, thrown, rise, handedOn }) {
    const due = thrown - (throws?.kept(kind.name, to) ?? 0) + handedOn
    return Math.min(wanted, settled + Math.max(0, Math.min(rise, due)))
  }

  function amounts (of) {
    return Object.fromEntries(gifts.map(gift => [gift.kind.name, of(gift)]))
  }

  async function giveOnce (attempt) { // true: no further try is of use
    try {
      await meet(bot, to)
      await comeLevel()
      await clearThrow(bot, to)
    } catch (error) {
      if (!attempt) throw error
      why = error.message
      return true
    }
    const due = gifts.map(gift => ({ gift, count: Math.min(left(gift), mine(gift)) })).filter(({ count }) => count > 0)
    if (!due.length) return true
    const drops = await throwTo(due)
    await waitFor(drops)
    if (isOver()) return true
    const lying = drops()
    const full = await withoutRoom(lying.filter(inReach))
    why = whatKeptIt(lying, full)
    await takeBack(drops)
    return isOver() || full !== null || taker !== null // who took it would take the next, too
  }

  function beside (drop) {
    const off = receiver()?.position.minus(drop.position)
    return Boolean(off) && Math.max(Math.abs(off.x), Math.abs(off.z)) < rules.distances.sideSure
  }

  function inReach (drop) {
    return Boolean(receiver()) && comesByItself(receiver().position, drop.position)
  }

  /** The name of a thrown item that the receiver could pick up if it had room, or null. */
  async function withoutRoom (lying) {
    for (const name of new Set(lying.map(({ entity }) => entity.getDroppedItem()?.name).filter(Boolean))) {
      if (await bot.roomOf(to, name) === 0) return name
    }
    return null
  }

  function whatKeptIt (lying, full) {
    const stood = receiver() ? `${to} stood at ${coordinates(receiver().position.floored())}` : `${to} was out of sight`
    if (!lying.length) return `${taker ? `${taker} picked up the thrown items` : 'the thrown items are gone'}; ${stood}`
    const lay = `the last throw landed at ${coordinates(lying[0].position.floored())}; ${stood}`
    if (full) return `${lay}; the inventory of ${to} has no room for ${full}`
    return lying.some(inReach) ? `${lay}, within reach of it, but did not take it` : `${lay}, out of reach of it`
  }

  /** Who has the items now, for the one who has to ask for them; '' if that player is too far away to be asked. */
  async function whatTakerHolds (short) {
    const held = await Promise.all(short.map(async ({ kind: { name } }) => [await bot.countOf(taker, name), name]))
    const known = held.filter(([count]) => count !== null).map(([count, name]) => `${count} ${name}`)
    return known.length ? `${taker} holds ${known.join(' and ')} now; ` : ''
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

  async function counted ({ kind, before }) {
    return await bot.countOf(to, kind.name) ?? before // out of earshot: nothing new is known
  }

  /** Counts the items that arrived since the last check; items that the receiver uses up meanwhile still count. */
  async function notice () {
    for (const gift of gifts) {
      if (left(gift) <= 0) continue
      const now = await counted(gift)
      if (now > gift.before) gift.rise += now - gift.before
      gift.before = now
    }
  }

  async function waitUntilHandedOn () {
    const end = bot.tick + patience
    while (bot.tick < end && !isOver()) {
      await bot.waitForTicks(10)
      const before = gifts.map(gift => gift.rise)
      await notice()
      gifts.forEach((gift, i) => { gift.handedOn += gift.rise - before[i] })
    }
  }

  async function throwTo (due) {
    const lay = new Set(dropsNear(bot, bot.entity.position, 16).map(d => d.id))
    const names = due.map(({ gift }) => gift.kind.name)
    const feet = receiver()?.position
    if (!feet) throw fail('NOT_FOUND', `${to} went out of sight`)
    await bot.lookAt(feet.offset(0, 0.2, 0), true)
    await bot.waitForTicks(2)
    await notice()
    for (const gift of gifts) Object.assign(gift, { settled: received(gift), thrown: 0, rise: 0, handedOn: 0 })
    throws?.stop()
    throws = ownThrows(bot)
    for (const { gift, count } of due) {
      gift.before = await counted(gift)
      gift.thrown = count
      await bot.toss(gift.kind.id, null, count)
    }
    return () => {
      const all = due.every(({ gift, count }) => throws.count(gift.kind.name) >= count)
      const drops = all
        ? throws.lying()
        : dropsNear(bot, bot.entity.position, 16, names).filter(d => !lay.has(d.id))
      for (const { id } of drops) ids.add(id)
      return drops
    }
  }

  async function waitFor (drops) {
    const RIPE = rules.itemTicks.thrown + 8 // by then it would have been picked up
    const PATIENCE = RIPE + 16
    for (let waited = 0; waited < PATIENCE; waited += 2) {
      await keepOff(drops)
      await notice()
      if (isOver() && !drops().length) return
      if (waited > 12 && !drops().length && !isOver()) { // gone: the count follows within a moment
        for (let i = 0; i < 5 && !isOver(); i++) { await bot.waitForTicks(2); await notice() }
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
    const lying = drops()
    if (!lying.length) return
    const strangers = new Set(dropsNear(bot, bot.entity.position, 24).map(d => d.id))
    for (const drop of lying) strangers.delete(drop.id)
    const names = gifts.map(({ kind }) => kind.name)
    await collectDrops(bot, { place: lying[0].position, names, ignore: strangers, patience: 4 })
    await notice()
  }
}
module.exports = giveAll
