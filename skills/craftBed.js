'use strict'
/**
 * Makes a bed from three planks and three wool of one colour; gets missing wool from sheep.
 * @param {string} [colour=any] - e.g. white, or any: the colour of which the bot holds the most wool, otherwise white
 * @keywords bed sleep night wool colour
 * @needs sheep and trees, or wool and planks
 * @example craftBed(bot)
 * @expect white_bed=1
 */
async function craftBed (bot, colour = 'any') {
  const held = holdings(bot)
  const asked = String(colour).trim().toLowerCase()
  if (asked !== 'any' && !Object.hasOwn(mcData.itemsByName, `${asked}_bed`)) {
    throw fail('BAD_ARGUMENT', `there is no ${asked.slice(0, 40)} bed; give a colour of wool`)
  }
  const most = Object.keys(held).filter(name => name.endsWith('_wool')).sort((a, b) => held[b] - held[a])[0]
  const dye = asked === 'any' ? (most ?? 'white_wool').replace('_wool', '') : asked
  const wool = `${dye}_wool`
  const missing = takenBy(bot, `${dye}_bed`, wool) - (held[wool] ?? 0)
  if (missing > 0 && dye === 'white') await gatherWool(bot, missing)
  return make(bot, `${dye}_bed`, 1)
}
module.exports = craftBed
