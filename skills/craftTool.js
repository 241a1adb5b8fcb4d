'use strict'
/**
 * Makes a tool or sword, by default of the best material held.
 * @param {string} tool - pickaxe, axe, shovel, hoe or sword
 * @param {string} [material=best] - wooden, stone, iron, golden, diamond, or best: the best material of which the bot
 *   holds enough, otherwise wooden
 * @keywords tool pickaxe axe shovel hoe sword wooden stone iron diamond craft weapon
 * @needs the material, or a world that has it
 * @example craftTool(bot, 'pickaxe', 'iron')
 * @arena mine
 * @expect iron_pickaxe=1
 */
async function craftTool (bot, tool, material = 'best') {
  const TOOLS = ['pickaxe', 'axe', 'shovel', 'hoe', 'sword']
  // The best comes first, gold aside.
  const MATERIALS = { diamond: 'diamond', iron: 'iron_ingot', golden: 'gold_ingot', stone: 'cobblestone', wooden: null }
  const kind = choiceOf(String(tool).trim().toLowerCase(), TOOLS, 'tool')
  const of = { wood: 'wooden', gold: 'golden' }[material] ?? material
  if (of !== 'best' && !Object.hasOwn(MATERIALS, of)) {
    const words = `best or one of ${Object.keys(MATERIALS).join(', ')}`
    throw fail('BAD_ARGUMENT', `material has to be ${words}, not '${String(material).slice(0, 40)}'`)
  }
  const held = holdings(bot)
  const needed = name => takenBy(bot, `${name}_${kind}`, MATERIALS[name])
  const enough = name => name !== 'golden' && (held[MATERIALS[name]] ?? 0) >= needed(name)
  const name = `${of === 'best' ? Object.keys(MATERIALS).find(enough) ?? 'wooden' : of}_${kind}`
  const made = await make(bot, name, 1)
  await equipItem(bot, name)
  return made
}
module.exports = craftTool
