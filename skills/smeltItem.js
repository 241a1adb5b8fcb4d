'use strict'
/**
 * Smelts or cooks items in a furnace, ten seconds per piece.
 * @param {string} itemName - the item to smelt
 * @param {string} fuelName - the fuel
 * @param {number} [count=1] - how many
 * @keywords furnace cook bake burn ore ingot glass charcoal
 * @needs a furnace within ${rules.distances.stations} blocks; the bot must hold both items
 * @example smeltItem(bot, 'iron_ore', 'coal', 3)
 * @give furnace=1, iron_ore=3, coal=1
 * @before placeItem(bot, 'furnace')
 * @expect iron_ingot=3
 */
async function smeltItem (bot, itemName, fuelName, count = 1) {
  const SIGHT = rules.distances.stations
  const SECONDS = rules.smeltTicks / 20 // per piece
  const STEP = 4 // ticks between two looks
  const PATIENCE = 10 // looks without progress
  const kind = lookUp('item', itemName)
  const fuel = lookUp('item', fuelName)
  const wanted = wholeNumber(count)
  mustHold(bot, kind, wanted, 'smelt')
  const { place, furnace } = await findFree()
  const where = coordinates(place)
  const inside = () => furnace.inputItem()?.count ?? 0
  const stands = () => bot.blockAt(place)?.name === 'furnace'
  let made = {}
  let put = 0
  let owed = 0 // pieces that an earlier turn left above the fire
  let fed = 0
  let burns = null // seconds that a piece of the fuel burns, once seen
  await waitUntil(bot, () => furnace.progressSeconds !== null, 5, STEP) // the furnace has to tell its state first
  try {
    await takeOut() // what an earlier turn left
    made = {}
    owed = inside()
    for (let idle = 0; put < wanted || inside() > 0;) {
      const more = inside() ? 0 : Math.min(kind.stackSize, wanted - put)
      await feed(inside() + more) // before the rest: what does not burn is refused while nothing lies there
      if (more) {
        await takeOut()
        await furnace.putInput(kind.id, null, more)
        put += more
      }
      await bot.waitForTicks(STEP)
      if (!stands()) throw fail('NO_EFFECT', `the furnace at ${where} is gone; its contents fell out`)
      if (fed && burns === null && furnace.fuel > 0 && !furnace.fuelItem()) burns = furnace.totalFuelSeconds
      if (furnace.outputItem()?.count === furnace.outputItem()?.stackSize) await takeOut()
      idle = furnace.progress > 0 || !inside() ? 0 : idle + 1
      if (idle > PATIENCE) throw fail('BAD_ARGUMENT', `${kind.name} cannot be smelted in a furnace`)
    }
    await lastPieces()
    return made
  } finally {
    if (stands()) await leave()
  }

  async function findFree () {
    const places = bot.findBlocks({ matching: mcData.blocksByName.furnace.id, maxDistance: SIGHT, count: 6 })
    let why = fail('NOT_FOUND', `no furnace within ${SIGHT} blocks`)
    for (const place of places) {
      try {
        const furnace = await openAt(bot, place, 'openFurnace')
        const other = furnace.inputItem()
        if (!other || other.name === kind.name) return { place, furnace }
        const busy = `is still smelting ${other.count} ${other.name}`
        why = fail('NO_SPACE', `the furnace at ${coordinates(place)} ${busy}`)
        furnace.close()
        await bot.waitForTicks(2)
      } catch (error) {
        if (!anotherMayDo(error, 'NOT_FOUND')) throw error
        why = error
      }
    }
    throw why
  }

  /** Adds as much fuel as the remaining items need, but only one piece of fuel while its burning time is unknown. */
  async function feed (pieces) {
    const due = (pieces - (furnace.progress ?? 0)) * SECONDS - (furnace.fuelSeconds ?? 0)
    if (furnace.fuelItem() || due <= 0) return
    const held = furnace.count(fuel.id)
    if (!held && furnace.fuel > 0) return
    if (!held) {
      throw fail(
        'MISSING_ITEM',
        `no ${fuel.name} left to burn; ${wanted - put + inside()} ${kind.name} not smelted yet`
      )
    }
    try {
      const more = Math.min(held, fuel.stackSize, burns ? Math.ceil(due / burns) : 1)
      await furnace.putFuel(fuel.id, null, more)
      fed += more
    } catch (error) {
      throw furnace.fuelItem() ? error : fail('BAD_ARGUMENT', `${fuel.name} does not burn in a furnace`)
    }
  }

  /** The last product appears slightly after its ingredient has disappeared from the input slot. */
  async function lastPieces () {
    const out = () => furnace.outputItem()?.count ?? 0
    const taken = () => Object.values(made).reduce((sum, n) => sum + n, 0)
    for (let i = 0; i < PATIENCE && taken() + out() < owed + put; i++) await bot.waitForTicks(STEP)
    await takeOut()
    if (taken() >= put) return // others may have taken what was owed to them
    const before = owed ? `, which already contained ${owed}` : ''
    const went = `${put} ${kind.name} went into the furnace at ${where}${before}`
    throw fail('NO_EFFECT', `${went}; ${taken()} pieces came out`)
  }

  function hasRoom (item) {
    return furnace.emptySlotCount() > 0 ||
      furnace.items().some(i => i.name === item.name && i.count + item.count <= i.stackSize)
  }

  async function takeOut () {
    const out = furnace.outputItem()
    if (!out) return
    if (!hasRoom(out)) {
      throw fail('INVENTORY_FULL', `no room for ${out.count} ${out.name}; they are still in the furnace at ${where}`)
    }
    await furnace.takeOutput()
    made[out.name] = (made[out.name] ?? 0) + out.count
  }

  /** Takes back the items that were not smelted and the fuel that was not burnt. */
  async function leave () {
    try {
      if (inside() && hasRoom(furnace.inputItem())) await furnace.takeInput()
      if (fed && furnace.fuelItem()?.name === fuel.name && hasRoom(furnace.fuelItem())) await furnace.takeFuel()
      if (furnace.outputItem() && hasRoom(furnace.outputItem())) await takeOut()
    } catch {} // what led here is what is to be told
    furnace.close()
    await bot.waitForTicks(2)
  }
}
module.exports = smeltItem
