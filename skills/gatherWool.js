'use strict'
/**
 * Gets wool from sheep without an owner: shears them if the bot holds shears or two iron ingots, otherwise kills them.
 * @param {number} [count=3] - how many pieces, all colours together
 * @param {boolean} [spare=false] - if true, no sheep is killed: shears are made from raw materials instead
 * @keywords wool sheep shear fleece bed painting
 * @needs sheep, in sight or to be found
 * @example gatherWool(bot, 4, true)
 * @give iron_ingot=2
 * @expect white_wool=4
 */
async function gatherWool (bot, count = 3, spare = false) {
  const VAIN = 3
  const wanted = wholeNumber(count)
  const iron = takenBy(bot, 'shears', 'iron_ingot')
  const before = holdings(bot)
  const gained = () => gainedSince(bot, before, '_wool')
  const total = () => sumOf(gained())
  const shears = () => Boolean(holdings(bot).shears)
  if (!shears() && (spare || holdings(bot).iron_ingot >= iron)) await make(bot, 'shears', 1)
  for (let vain = 0, best = 0; total() < wanted;) {
    if (spare && !shears()) await make(bot, 'shears', 1)
    const gives = e => e.name === 'sheep' && e.isValid && !ownerOf(e) && !(shears() && isBare(e))
    const sheep = () => bot.nearestEntity(gives)
    await lookFor(bot, sheep, shears() ? 'sheep with wool' : 'sheep')
    try {
      await (shears() ? shearSheep(bot, 1) : killMob(bot, 'sheep'))
    } catch (error) {
      if (vain >= VAIN || !['NOT_FOUND', 'NO_PATH', 'NO_EFFECT'].includes(error.code)) {
        throw tellMore(error, `got ${total()} of ${wanted} wool`)
      }
    }
    vain = total() > best ? 0 : vain + 1
    best = total()
    if (vain > VAIN) throw fail('NO_EFFECT', `the last ${vain} sheep gave no wool; got ${best} of ${wanted}`)
  }
  return gained()
}
module.exports = gatherWool
