'use strict'
/**
 * Gets more of a raw item from its source, with the tool that the source needs; searches if no source is in sight.
 * @internal
 * @param {string} item - e.g. leather
 * @param {number} count - how many more
 * @param {object} [source] - its source, in the form of sourceOf; default: the result of sourceOf
 * @keywords gather mine hunt
 * @needs nothing
 * @example gatherRaw(bot, 'leather', 3)
 */
async function gatherRaw (bot, item, count, source = sourceOf(item)) {
  const VAIN = 3 // times in a row that nothing comes of it
  const BATCH = 4 // blocks mined at a time where what falls is chance
  if (!source) throw fail('MISSING_ITEM', `${count} ${item} missing, and no block or mob of this world yields it`)
  const since = holdings(bot)[item] ?? 0
  const gained = () => (holdings(bot)[item] ?? 0) - since
  const got = () => gained() > 0 ? `got ${gained()} of ${count} ${item}` : ''
  for (let vain = 0; gained() < count;) {
    const best = gained()
    let why = null
    let name
    try {
      name = await lookFor(bot, () => inSight(bot, source), source.mob ?? source.blocks.join(' or '))
      await take(name, count - best)
    } catch (error) {
      const again = name && anotherMayDo(error, 'NOT_FOUND')
      if (!again) throw tellMore(error, got())
      why = error
    }
    vain = gained() > best || (source.chance && !why) ? 0 : vain + 1 // nothing by chance is nobody's failure
    if (vain >= VAIN) throw tellMore(why ?? fail('NO_EFFECT', `${name} yields no more ${item}`), got())
  }
  return { [item]: gained() }

  async function take (name, need) {
    if (source.mob) return item.endsWith('_wool') && holdings(bot).shears ? shearSheep(bot, 1) : killMob(bot, name)
    await haveToolFor(bot, name)
    return mineBlock(bot, name, source.chance ? BATCH : need)
  }
}
module.exports = gatherRaw
