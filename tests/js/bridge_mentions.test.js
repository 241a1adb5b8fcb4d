'use strict'
/** What a skill's text names of later versions of the game, and whether it can do without. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const { mentionsOf } = require('../../bridge/mentions')

const within = body => mentionsOf(`async function main (bot) {\n${body}\n}`)
const told = body => within(body).later.map(({ name, line, since, needed }) => [name, line - 1, since, needed])

const NEEDED = {
  'an argument': "await mineBlock(bot, 'copper_ore', 5)",
  'a look-up': 'bot.inventory.count(mcData.itemsByName.copper_ore.id)',
  'a look-up in brackets': "bot.inventory.count(mcData.itemsByName['copper_ore'].id)",
  'the only thing that is looked for': "bot.findBlock({ matching: b => b.name === 'copper_ore', maxDistance: 32 })",
  'a constant': "const ORE = 'copper_ore'",
  'a list of nothing else': "for (const ore of ['copper_ore', 'deepslate']) await mineBlock(bot, ore)"
}
const ONE_OF_SEVERAL = {
  'a list': "['iron_ore', 'copper_ore'].includes(block.name)",
  'either of two': "bot.findBlock({ matching: b => b.name === 'iron_ore' || b.name === 'copper_ore' })",
  'a question': "if (block.name === 'copper_ore') bot.chat('Copper!')",
  'a choice': "const n = block.name === 'copper_ore' ? 2 : 1",
  'a case': "switch (block.name) { case 'copper_ore': return 1 }",
  'whatever it is not': "bot.findBlock({ matching: b => b.name !== 'copper_ore' })",
  'a look-up that may fail': 'const id = mcData.itemsByName.copper_ore?.id',
  'a look-up that is asked for': 'if (mcData.itemsByName.copper_ore) return 1',
  'a part of a name': "items.filter(i => i.name.includes('copper_ore'))",
  'a table': "const NAMES = { iron: 'iron_ore' }; return { iron_ore: 1, copper_ore: 2 }"
}
const NOTHING = {
  talk: "bot.chat('deepslate')",
  'an error': "throw new Error('deepslate')",
  'what this version has': "await mineBlock(bot, 'iron_ore', 5)",
  'what no version has': "await mineBlock(bot, 'unobtainium', 5)",
  'a sentence': "return 'no copper_ore here'"
}

for (const [what, body] of Object.entries(NEEDED)) {
  test(`needed: ${what}`, () => assert.deepEqual(told(body)[0], ['copper_ore', 1, '1.17', true]))
}
for (const [what, body] of Object.entries(ONE_OF_SEVERAL)) {
  test(`not needed: ${what}`, () => assert.deepEqual(told(body), [['copper_ore', 1, '1.17', false]]))
}
for (const [what, body] of Object.entries(NOTHING)) {
  test(`nothing of a later version: ${what}`, () =>
    assert.ok(!told(body).some(([, , , needed]) => needed), JSON.stringify(told(body))))
}

test('the version that brought it is told', () => {
  assert.deepEqual(told("await mineBlock(bot, 'mangrove_log')")[0][2], '1.19')
  assert.deepEqual(told("await killMob(bot, 'axolotl')")[0][2], '1.17')
})

test('a thing that is needed once is needed', () => {
  assert.deepEqual(told("if (b.name === 'copper_ore') return\nawait mineBlock(bot, 'copper_ore')"), [
    ['copper_ore', 2, '1.17', true]
  ])
})

test('what is called and not there is told, with its line', () => {
  const { calls } = within(
    "help(1)\nconst own = ([a], { b }) => a(b)\nown(Math.max(1)); fail('X'); Number('1')\nawait mineBlock(bot, 'stone')"
  )
  assert.deepEqual(calls, [{ name: 'help', line: 2 }, { name: 'mineBlock', line: 5 }])
})

test('functions at the top are told, with what they take', () => {
  const { functions } = mentionsOf(
    'const x = 1\nasync function main (bot, n = 1, { a }, ...rest) {}\nmodule.exports = async function other (bot) {}'
  )
  assert.deepEqual(
    functions.map(({ name, line, is_async: later, params }) => [
      name, line, later, params.map(p => [p.name, p.optional])
    ]),
    [
      ['main', 2, true, [['bot', false], ['n', true], ['', false], ['rest', true]]],
      ['other', 3, true, [['bot', false]]]
    ])
})

test('what is no JavaScript is a line and a message', () => {
  assert.deepEqual(mentionsOf('const a = 1\nconst b = = 2').error, { line: 2, message: 'Unexpected token' })
})
