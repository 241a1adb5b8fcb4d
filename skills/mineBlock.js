'use strict'
/**
 * Mines blocks of one kind and picks up their drops.
 * @param {string} name - block
 * @param {number} [count=1] - how many blocks
 * @param {Vec3} [place] - mine only within ${rules.distances.namedPlace} blocks of it
 * @keywords gather collect dig harvest chop cut wood log sugar cane stone
 * @needs the blocks within ${rules.distances.blocks} blocks; a pickaxe for stone and ores
 * @example mineBlock(bot, 'oak_log', 2)
 * @expect oak_log=2
 */
async function mineBlock (bot, name, count = 1, place = null) {
  const SIGHT = rules.distances.blocks
  const NEAR = 6 // blocks between two that are dug before anything is picked up
  const SOON = rules.itemTicks.lasts * 0.4 // after so many ticks it is picked up in any case: it vanishes
  const LOSSES = 2 // blocks that may yield nothing before it is given up
  const AREA = rules.distances.namedPlace
  const kind = lookUp('block', name)
  const wanted = wholeNumber(count)
  const around = place === null || place === undefined ? null : asPlace(place, 'place').floored()
  const only = around && { around, radius: AREA }
  // These drop something by chance, or nothing.
  const chancy = /_leaves$|^(tall_)?grass$|fern$|glass|^dead_bush$|^vine$|^ice$|^snow$/.test(kind.name)
  if (!kind.diggable) throw fail('BAD_ARGUMENT', `${kind.name} cannot be mined`)
  if (bot.inventory.emptySlotCount() === 0 && !hasRoomFor(bot, kind.name)) {
    throw fail('INVENTORY_FULL', `the inventory has no room for the drops of ${kind.name}`)
  }
  const before = holdings(bot)
  const refused = new Map() // place -> why it cannot be had
  const strangers = new Set(dropsNear(bot, bot.entity.position, 64).map(d => d.id)) // lay there before
  const yields = new Set() // names of what these blocks dropped
  const takers = new Map() // id of an item -> who picked it up
  const losses = [] // why a block yielded nothing, one for each
  let spoils = [] // { place, blocks, drops, since }: dug since the last gathering
  let left = [] // drops that could not be reached
  let mined = 0
  const onCollect = (taker, item) => { if (item) takers.set(item.id, taker?.username) }
  bot.on('playerCollect', onCollect)
  try {
    await goThere()
    await mineAll()
    while (left.length) {
      const lay = left.length
      await gather() // once more, from another side
      if (left.length >= lay) break
      await mineAll() // others, for what did not fall
    }
  } finally { bot.removeListener('playerCollect', onCollect) }
  if (left.length) throw fail('NO_EFFECT', `mined ${mined} of ${wanted} ${kind.name}${lying()}`)
  if (mined >= wanted) return gainedSince(bot, before)
  const got = mined ? `; mined ${mined} of ${wanted}` : ''
  if (losses.length) throw fail('NO_EFFECT', lossesInWords() + got)
  const [why] = refused.values()
  if (why?.code === 'FORBIDDEN') throw why
  if (why) throw fail(why.code, `${why.message}${got}`)
  const ripe = /^(wheat|carrots|potatoes|beetroots|cocoa)$/.test(kind.name) ? 'ripe ' : ''
  const where = around ? `${AREA} blocks of ${coordinates(around)}` : `${SIGHT} blocks`
  throw fail('NOT_FOUND', `no ${mined ? 'more ' : ''}${ripe}${kind.name} within ${where}${got}`)

  async function goThere () { // what is far from here is not in sight
    if (!around || around.distanceTo(bot.entity.position) <= SIGHT - AREA) return
    await walk(bot, new GoalNear(around.x, around.y, around.z, AREA / 2), coordinates(around))
  }

  async function mineAll () {
    for (;;) {
      const target = mined < wanted ? nextBlock(bot, kind.name, wanted - mined, SIGHT, refused, only) : null
      const [first] = spoils
      if (first && (!target || target.place.distanceTo(first.place) > NEAR || bot.tick - first.since > SOON)) {
        await gather()
        continue
      }
      if (!target) return
      try {
        needTool()
        await uncoverBlock(bot, target.place)
        const drops = await digSpoils(bot, target.place, { ...target, least: chancy ? 0 : target.blocks })
        if (!drops) continue
        mined += target.blocks
        noteYields(drops)
        spoils.push({ ...target, drops, since: bot.tick })
      } catch (error) {
        const denied = error.code === 'FORBIDDEN' && !bot.mayDig(target.place) // and then there is no other
        if (denied || !['NO_PATH', 'OUT_OF_REACH', 'NO_EFFECT', 'FORBIDDEN'].includes(error.code)) {
          await gather()
          throw tellMore(error, left.length ? lying().slice(2) : '')
        }
        refused.set(String(target.place), error)
      }
    }
  }

  function needTool () {
    const { harvestTools } = kind
    if (!harvestTools || bot.inventory.items().some(item => Object.hasOwn(harvestTools, item.type))) return
    const tools = Object.keys(harvestTools).map(id => mcData.items[id]?.name).filter(Boolean)
    throw fail('NEEDS_TOOL', `${kind.name} drops nothing unless it is mined with one of: ${tools.join(', ')}`)
  }

  async function gather () {
    const due = [...left, ...spoils.flatMap(spoil => spoil.drops)]
    const beyond = new Set()
    noteYields(due.filter(({ entity }) => entity.isValid))
    for (;;) {
      const all = [...due, ...dugOnTheWay()].filter(({ id, entity }) => entity.isValid && !beyond.has(id))
      const [drop] = all.sort((a, b) => away(a.entity) - away(b.entity))
      if (!drop) break
      if (!await fetchDrop(bot, drop)) beyond.add(drop.id)
    }
    left = due.filter(drop => drop.entity.isValid)
    for (const { blocks, drops } of spoils) countLosses(blocks, drops)
    spoils = []
    if (!chancy && !left.length) await countShortfall()
    if (left.some(drop => !hasRoomFor(bot, drop.entity.getDroppedItem()?.name))) {
      const what = `mined ${mined} of ${wanted} ${kind.name}, but the inventory has no room for all drops`
      throw fail('INVENTORY_FULL', what + lying())
    }
    if (losses.length > LOSSES) throw fail('NO_EFFECT', `${lossesInWords()}; mined ${mined} of ${wanted}`)
  }

  function countLosses (blocks, drops) { // others are mined for these
    if (chancy) return
    const lost = drops.filter(({ id, entity }) => !entity.isValid && takers.get(id) !== bot.username)
    const whyLost = ({ id }) => takers.has(id) ? `picked up by ${takers.get(id) ?? 'somebody'}` : 'vanished'
    const reasons = drops.length ? lost.map(whyLost) : Array(blocks).fill('nothing dropped')
    mined -= Math.min(blocks, reasons.length)
    losses.push(...reasons.slice(0, blocks))
  }

  function noteYields (drops) {
    for (const { entity } of drops) if (entity.getDroppedItem()) yields.add(entity.getDroppedItem().name)
  }

  async function countShortfall () { // less fell than was cut
    const gained = () => Object.entries(gainedSince(bot, before)).filter(([item]) => yields.has(item))
    const got = () => gained().reduce((sum, [, n]) => sum + n, 0)
    if (!yields.size || await waitUntil(bot, () => got() >= mined, 10)) return
    losses.push(...Array(mined - got()).fill('nothing dropped'))
    mined = got()
  }

  function dugOnTheWay () { // by the path, or others would be near
    const others = Object.values(bot.entities).filter(entity => entity.type === 'player' && entity.id !== bot.entity.id)
    return dropsNear(bot, bot.entity.position, NEAR, [...yields])
      .filter(({ id }) => !strangers.has(id))
      .filter(({ entity }) => !others.some(other => other.position.distanceTo(entity.position) < 2 * NEAR))
  }

  function away (entity) {
    return entity.position.distanceTo(bot.entity.position)
  }

  function lossesInWords () {
    const why = [...new Set(losses)].join(', ')
    return `mined ${losses.length} ${kind.name}, but their drops did not reach the inventory (${why})`
  }

  function lying () { // as the end of a sentence
    const words = left.map(({ entity }) => {
      const { name, count } = entity.getDroppedItem() ?? { name: 'item', count: 1 }
      const { x, y, z } = entity.position.offset(0, 0.1, 0).floored() // on its way a place is rounded
      return `${count} ${name} at ${x} ${y} ${z}`
    })
    return `; out of reach: ${words.join(', ')}`
  }
}
module.exports = mineBlock
