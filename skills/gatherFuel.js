'use strict'
/**
 * Gets fuel: coal in sight, otherwise charcoal if there is a furnace, otherwise planks.
 * @param {number} [pieces=8] - how many pieces the fuel must be able to smelt
 * @keywords fuel coal charcoal burn furnace smelt energy
 * @needs coal ore and a pickaxe, or trees
 * @example gatherFuel(bot, 16)
 * @arena mine
 * @give wooden_pickaxe=1
 * @expect coal=2
 */
async function gatherFuel (bot, pieces = 8) {
  const piecesOf = fuel => rules.fuels[fuel] / rules.smeltTicks
  const wanted = wholeNumber(pieces, 'pieces')
  const before = holdings(bot)
  const armed = toolsFor('coal_ore').some(tool => before[tool])
  const near = { matching: mcData.blocksByName.furnace.id, maxDistance: rules.distances.stations }
  const furnace = before.furnace || bot.findBlock(near)
  if (armed && inSight(bot, sourceOf('coal'))) await gatherRaw(bot, 'coal', Math.ceil(wanted / piecesOf('coal')))
  else if (furnace && wanted > piecesOf('coal')) await make(bot, 'charcoal', Math.ceil(wanted / piecesOf('coal')))
  else {
    const tree = () => inSight(bot, { blocks: ['oak_log', 'birch_log', 'spruce_log'] })
    const log = await lookFor(bot, tree, 'trees (or coal ore that a held pickaxe can mine)')
    await make(bot, log.replace('_log', '_planks'), Math.ceil(wanted / piecesOf('oak_planks')))
  }
  return gainedSince(bot, before)
}
module.exports = gatherFuel
