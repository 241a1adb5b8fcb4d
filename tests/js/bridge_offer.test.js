'use strict'
/** What a program can reach, as data: it says no more and no less than a program finds. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const lockDown = require('../../bridge/lockdown')
const { readOffer } = require('../../bridge/offer')

lockDown()

test('the rows of bot are those that a program finds on it', async () => {
  const { bot, compartment } = await readOffer()
  assert.deepEqual(Object.keys(bot).sort(), compartment.bot.sort())
  assert.equal(compartment.globals.includes('process'), false)
  assert.equal(compartment.globals.includes('mcData'), true)
})

test('a row says what it takes and gives, and whether it has to be awaited', async () => {
  const { bot } = await readOffer()
  assert.deepEqual(bot.placeBlock, {
    given: [{ says: 'block or place' }, { says: 'place' }],
    answer: { says: 'nothing' },
    later: true
  })
  assert.equal(bot.blockAt.later, false)
  assert.equal(bot.blockAt.answer.members.position.says, 'Vec3')
  assert.equal(bot.findBlocks.given[0].handed[0].members.name.says, 'value')
  assert.equal(bot.inventory.members.items.answer.each.says, 'item')
  assert.equal(bot.players.each.members.entity.says, 'entity')
  assert.equal(bot.openFurnace.answer.members.putFuel.later, true)
})

test('no type is without words', async () => {
  const bare = []
  const walk = (row, path) => {
    if (!('later' in row) && (!row.says || /undefined/.test(row.says))) bare.push(path)
    for (const [key, of] of Object.entries(row.members ?? {})) walk(of, `${path}.${key}`)
    for (const given of row.given ?? []) if (!given.says || /undefined/.test(given.says)) bare.push(`${path}()`)
  }
  const { bot, goals } = await readOffer()
  for (const [key, row] of Object.entries(bot)) walk(row, `bot.${key}`)
  assert.deepEqual(bare, [])
  assert.equal(goals.GoalNear, 'x, y, z, range')
})
