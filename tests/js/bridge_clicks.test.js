'use strict'
/**
 * What is picked up while something is being taken in hand: the server refuses the click, and the thing is not lost on
 * the cursor.
 */
const assert = require('node:assert/strict')
const { EventEmitter } = require('node:events')
const test = require('node:test')
const { holdClicks } = require('../../bridge/clicks')
const { version } = require('../../game/facts')

/** A bot whose first `refusals` clicks are refused, with the item on the cursor. */
function holder (refusals) {
  const client = Object.assign(new EventEmitter(), { written: [], write (name) { client.written.push(name) } })
  const asked = []
  const bot = Object.assign(new EventEmitter(), {
    _client: client,
    registry: require('prismarine-registry')(version),
    inventory: { selectedItem: null, slots: [] },
    clickWindow: async () => {},
    equip: async (...args) => {
      asked.push(args)
      if (asked.length > refusals) return
      bot.inventory.selectedItem = { type: 585 }
      throw new Error('Server rejected transaction for clicking on slot 38, on window with id 0.')
    },
    unequip: async () => { throw new Error('no room') }
  })
  const clicks = holdClicks(bot, { after: (ticks, then) => setImmediate(then) })
  return { bot, clicks, asked, client }
}

test('what lies on the cursor is put back, and it is taken in hand by its type', async () => {
  const { bot, asked, client } = holder(1)
  await bot.equip({ type: 585, slot: 10 }, 'hand')
  assert.deepEqual(asked, [[{ type: 585, slot: 10 }, 'hand'], [585, 'hand']])
  assert.deepEqual(client.written, ['close_window'])
  assert.equal(bot.inventory.selectedItem, null)
})

test('it is tried once more and not forever', async () => {
  const { bot, asked } = holder(9)
  await assert.rejects(bot.equip({ type: 585 }, 'hand'), /rejected transaction/)
  assert.equal(asked.length, 2)
})

test('other failures and a run that is over are passed on as they are', async () => {
  const { bot, clicks, asked, client } = holder(9)
  await assert.rejects(bot.unequip('hand'), /no room/)
  clicks.hold()
  await assert.rejects(bot.equip({ type: 585 }, 'hand'), /rejected transaction/)
  assert.equal(asked.length, 1)
  assert.deepEqual(client.written, [])
})
