'use strict'
/**
 * Builds a shelter around the bot: walls two blocks high and a roof.
 * @param {string} [item=any] - the material, or any: cheap blocks that the bot holds
 * @param {number} [room=1] - inner side length, 1 or 3 blocks
 * @keywords shelter house hut night safe hide protect room roof
 * @needs 25 blocks for a room of 1, 57 for one of 3; level ground
 * @example buildShelter(bot, 'dirt')
 * @give dirt=25
 */
async function buildShelter (bot, item = 'any', room = 1) {
  const HEIGHT = 2
  const side = Number(room)
  if (side !== 1 && side !== 3) throw fail('BAD_ARGUMENT', `room has to be 1 or 3, not ${String(room).slice(0, 40)}`)
  const feet = bot.entity.position.floored()
  const edge = (side + 1) / 2
  const cells = []
  for (let dx = -edge; dx <= edge; dx++) {
    for (let dz = -edge; dz <= edge; dz++) cells.push([dx, dz, Math.max(Math.abs(dx), Math.abs(dz))])
  }
  const ring = cells.filter(([, , far]) => far === edge)
  const places = []
  for (let up = 0; up < HEIGHT; up++) for (const [dx, dz] of ring) places.push(feet.offset(dx, up, dz))
  // The roof grows from its edge, so that each block has a neighbour.
  for (const [dx, dz] of cells.sort((a, b) => b[2] - a[2])) places.push(feet.offset(dx, HEIGHT, dz))
  const trapped = Object.values(bot.entities).filter(e => e.name !== 'item' && e.id !== bot.entity.id && e.isValid)
    .find(
      e =>
        Math.max(Math.abs(e.position.x - feet.x - 0.5), Math.abs(e.position.z - feet.z - 0.5)) < edge &&
        Math.abs(e.position.y - feet.y) < HEIGHT
    )
  if (trapped) throw fail('NO_SPACE', `${trapped.username ?? trapped.name} is standing where the room should be`)
  await walk(bot, new GoalNear(feet.x, feet.y, feet.z, 0), 'the middle of the room')
  const { placed } = await layBlocks(bot, places, item, `a shelter with a room ${side} blocks wide`)
  const at = bot.entity.position.floored()
  if (Math.max(Math.abs(at.x - feet.x), Math.abs(at.z - feet.z)) >= edge) {
    throw fail('NO_EFFECT', `the shelter at ${coordinates(feet)} is finished, but the bot is not inside`)
  }
  return { placed, inside: feet }
}
module.exports = buildShelter
