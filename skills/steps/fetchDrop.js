'use strict'
/**
 * Goes to an item on the ground and waits until it has been picked up or has disappeared. Returns false if no
 * reachable place is close enough to pick it up.
 * @internal
 * @param {object} drop - an item that dropsNear returned
 * @keywords item pick up
 * @needs nothing
 * @example fetchDrop(bot, dropsNear(bot, bot.entity.position, 8)[0])
 */
async function fetchDrop (bot, { entity }) {
  const LONGEST = rules.itemTicks.thrown + 10 // beside it
  const WALKS = 4
  let waited = 0
  for (let walks = 0; entity.isValid && hasRoom();) {
    if (isInReach()) {
      if (waited >= LONGEST) break
      await bot.waitForTicks(2)
      waited += 2
    } else if (walks++ < WALKS) {
      const { position } = entity
      const moved = () => Math.hypot(entity.position.x - position.x, entity.position.z - position.z) > 1
      try {
        await walk(bot, walks % 2 ? beside() : at(0, 0, 0), 'the item', () => !entity.isValid || moved() || isInReach())
      } catch (error) {
        if (error.code !== 'NO_PATH') throw error
        if (walks % 2 === 0) break
      }
    } else break
  }
  return !entity.isValid

  function hasRoom () {
    const item = entity.getDroppedItem()
    return !item || hasRoomFor(bot, item.name)
  }

  function isInReach () {
    return comesByItself(bot.entity.position, entity.position)
  }

  function at (x, y, z) { // blocks from where it lies or will lie
    const FALL = 16
    const cell = entity.position.offset(0, 0.1, 0).floored() // on its way a place is rounded
    const isSolid = rise => bot.blockAt(cell.offset(0, rise, 0))?.boundingBox === 'block'
    const isWater = rise => bot.blockAt(cell.offset(0, rise, 0))?.name === 'water' // in which it floats
    let rise = isSolid(0) ? 1 : 0 // on what is no full block
    while (rise <= 0 && rise > -FALL && !isWater(rise) && !isSolid(rise - 1)) rise--
    return new GoalBlock(cell.x + x, cell.y + rise + y, cell.z + z)
  }

  function beside () { // where one can reach it without digging, if there is such a place
    const sides = [[1, 0], [-1, 0], [0, 1], [0, -1]]
    return new GoalCompositeAny([at(0, 0, 0), ...[0, -1, -2].flatMap(y => sides.map(([x, z]) => at(x, y, z)))])
  }
}
module.exports = fetchDrop
