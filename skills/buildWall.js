'use strict'
/**
 * Builds a straight wall, two blocks in front of the bot.
 * @param {number} [length=5] - in blocks
 * @param {number} [height=2] - in blocks, at most 4
 * @param {string} [item=any] - the material, or any: cheap blocks that the bot holds
 * @param {Vec3} [direction] - the side of the bot on which to build; default: where it is looking
 * @keywords wall build fence defend barrier construct
 * @needs length times height blocks; level ground
 * @example buildWall(bot, 5, 2, 'cobblestone', [1, 0, 0])
 * @give cobblestone=10
 */
async function buildWall (bot, length = 5, height = 2, item = 'any', direction = null) {
  const AWAY = 2
  const HIGHEST = 4 // as far up as one reaches from the ground
  const [wide, high] = [wholeNumber(length, 'length'), wholeNumber(height, 'height')]
  if (high > HIGHEST) throw fail('BAD_ARGUMENT', `height has to be at most ${HIGHEST}, not ${high}`)
  const way = wayOf(bot, direction)
  const middle = bot.entity.position.floored().offset(AWAY * way.x, 0, AWAY * way.z)
  const places = []
  for (let up = 0; up < high; up++) {
    for (let i = 0; i < wide; i++) {
      const across = i - Math.floor(wide / 2)
      places.push(middle.offset(across * way.z, up, across * way.x))
    }
  }
  const { placed } = await layBlocks(bot, places, item, `a wall of ${wide} x ${high}`)
  return { placed, from: places[0], to: places.at(-1) }
}
module.exports = buildWall
