'use strict'
/**
 * Mines blocks of one kind and picks up what they drop.
 * @param {string} name - block to mine, e.g. oak_log
 * @param {number} [count=1] - how many blocks
 * @keywords gather collect dig harvest chop cut wood log sugar cane stone
 * @needs the blocks within 48 blocks; a pickaxe for stone and ores
 * @example mineBlock(bot, 'oak_log', 2)
 * @expect oak_log=2
 */
async function mineBlock (bot, name, count = 1) {
  const SIGHT = 48
  const kind = lookUp('block', name)
  const wanted = wholeNumber(count)
  // These drop something by chance, or nothing.
  const chancy = /_leaves$|^(tall_)?grass$|fern$|glass|^dead_bush$|^vine$|^ice$|^snow$/.test(kind.name)
  if (!kind.diggable) throw fail('BAD_ARGUMENT', `${kind.name} cannot be mined`)
  if (bot.inventory.emptySlotCount() === 0 && !hasRoomFor(bot, kind.name)) {
    throw fail('INVENTORY_FULL', `no room for what ${kind.name} drops`)
  }
  const before = holdings(bot)
  const strangers = new Set(dropsNear(bot, bot.entity.position, 64).map(d => d.id)) // lay there before: not ours
  const refused = new Map() // place -> why it cannot be had
  const yields = new Set() // names of what these blocks drop, as seen: the game's tables do not tell it truly
  let mined = 0
  let spoil = [] // blocks dug since the last pick up
  let lost = 0
  for (;;) {
    const target = mined < wanted ? nextBlock(bot, kind.name, wanted - mined, SIGHT, refused) : null
    if (spoil.length && (!target || target.place.distanceTo(spoil[0]) > 6)) {
      await gather()
      continue
    }
    if (!target) break
    try {
      needTool()
      await uncoverBlock(bot, target.place)
      const lying = new Set(dropsNear(bot, target.place, 3).map(d => d.id))
      if (!await digBlock(bot, target.place, target.range)) continue
      mined += target.blocks
      spoil.push(target.place)
      if (!chancy && !yields.size) await learnYields(target.place, lying)
    } catch (error) {
      const denied = error.code === 'FORBIDDEN' && !bot.mayDig(target.place) // and then there is no other
      if (denied && spoil.length) await gather()
      if (denied || !['NO_PATH', 'OUT_OF_REACH', 'NO_EFFECT', 'FORBIDDEN'].includes(error.code)) throw error
      refused.set(String(target.place), error)
    }
  }
  const gained = gainedSince(bot, before)
  if (mined >= wanted) return gained
  const got = mined ? `; mined ${mined} of ${wanted}` : ''
  if (lost) throw fail('NO_EFFECT', `${lost} ${kind.name} mined but what it dropped did not reach the inventory${got}`)
  const [why] = refused.values()
  if (why?.code === 'FORBIDDEN') throw why
  if (why) throw fail(why.code, `${why.message}${got}`)
  const ripe = /^(wheat|carrots|potatoes|beetroots|cocoa)$/.test(kind.name) ? 'ripe ' : ''
  throw fail('NOT_FOUND', `no ${mined ? 'more ' : ''}${ripe}${kind.name} within ${SIGHT} blocks${got}`)

  function needTool () {
    const { harvestTools } = kind
    if (!harvestTools || bot.inventory.items().some(item => Object.hasOwn(harvestTools, item.type))) return
    const tools = Object.keys(harvestTools).map(id => mcData.items[id]?.name).filter(Boolean)
    throw fail('NEEDS_TOOL', `${kind.name} gives nothing without one of: ${tools.join(', ')}`)
  }

  async function learnYields (place, lying) {
    const TOLD = 9 // ticks: the news takes one or more, and after 10 it may have been picked up
    for (let i = 0; i < TOLD && !yields.size; i++) {
      for (const drop of dropsNear(bot, place.offset(0.5, 0, 0.5), 0.5)) { // no wider: somebody may throw things hither
        const item = drop.entity.getDroppedItem() // null until it is told what it is
        if (item && !lying.has(drop.id) && Math.abs(drop.position.y - place.y) < 1.5) yields.add(item.name)
      }
      if (!yields.size) await bot.waitForTicks(1)
    }
  }

  function crop () { // seeds come beside what they are sown for, in any number
    const names = [...yields]
    return names.some(name => !name.endsWith('_seeds')) ? names.filter(name => !name.endsWith('_seeds')) : names
  }

  async function gather () {
    const place = spoil.reduce((sum, p) => sum.plus(p), new Vec3(0, 0, 0)).scaled(1 / spoil.length).offset(0.5, 0, 0.5)
    await collectDrops(bot, {
      place,
      radius: 8,
      names: crop(),
      since: before,
      enough: chancy ? Infinity : mined,
      ignore: strangers,
      patience: chancy ? 8 : 24
    })
    spoil = []
    if (chancy) return
    const total = Object.entries(gainedSince(bot, before))
      .reduce((sum, [item, n]) => yields.size && !crop().includes(item) ? sum : sum + n, 0)
    if (total >= mined) return
    if (bot.inventory.emptySlotCount() === 0) {
      throw fail('INVENTORY_FULL', `mined ${mined} ${kind.name}, no room for more than ${total} items`)
    }
    lost += mined - total // taken by somebody, or out of reach: mine others instead, within reason
    mined = total
    if (lost > 2) {
      const what = `${lost} ${kind.name} mined but what they dropped did not reach the inventory`
      throw fail('NO_EFFECT', `${what}; ${total} of ${wanted} did`)
    }
  }
}
module.exports = mineBlock
