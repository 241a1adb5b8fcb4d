'use strict'
/**
 * Makes armour, from raw materials if needed, and puts it on.
 * @param {string} [material=leather] - leather, iron, golden or diamond
 * @param {string[]} [pieces=all] - some of helmet, chestplate, leggings and boots, as a list or in one text
 * @keywords armour armor helmet chestplate leggings boots wear protect leather iron
 * @needs the material, or a world that has it: 5 for a helmet, 8 for a chestplate, 7 for leggings, 4 for boots
 * @example craftArmour(bot, 'leather', ['helmet', 'boots'])
 * @give leather=6
 * @expect leather_helmet=1, leather_boots=1
 */
async function craftArmour (bot, material = 'leather', pieces = 'all') {
  const WORN = { helmet: 'head', chestplate: 'torso', leggings: 'legs', boots: 'feet' }
  const SLOTS = { head: 5, torso: 6, legs: 7, feet: 8 }
  const of = { gold: 'golden' }[material] ?? material
  if (!['leather', 'iron', 'golden', 'diamond'].includes(of)) {
    const given = String(material).slice(0, 40)
    throw fail('BAD_ARGUMENT', `material has to be leather, iron, golden or diamond, not '${given}'`)
  }
  const asked = pieces === 'all' ? Object.keys(WORN) : Array.isArray(pieces) ? pieces : String(pieces).split(/[\s,]+/)
  const unknown = asked.find(piece => !Object.hasOwn(WORN, piece))
  if (unknown !== undefined) {
    throw fail(
      'BAD_ARGUMENT',
      `pieces have to be among ${Object.keys(WORN).join(', ')}, not '${String(unknown).slice(0, 40)}'`
    )
  }
  const before = holdings(bot)
  const worn = []
  for (const piece of asked) {
    const name = `${of}_${piece}`
    if (bot.inventory.slots[SLOTS[WORN[piece]]]?.name !== name) {
      try {
        if (!holdings(bot)[name]) await make(bot, name, 1)
        await equipItem(bot, name, WORN[piece])
      } catch (error) {
        throw tellMore(error, `wearing ${worn.join(', ') || 'nothing'} of ${asked.join(', ')}`)
      }
    }
    worn.push(piece)
  }
  return { worn: worn.map(piece => `${of}_${piece}`), ...gainedSince(bot, before) }
}
module.exports = craftArmour
