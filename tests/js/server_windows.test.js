'use strict'
/**
 * The windows plugin and the stations, clicked at without mercy: whatever a client sends, nothing is made or lost
 * untold.
 */

const { test } = require('node:test')
const assert = require('node:assert/strict')
const { Vec3 } = require('vec3')
const { version } = require('../../game/facts')
const registry = require('prismarine-registry')(version)
const Item = require('prismarine-item')(registry)
const prng = require('../../mc_server/prng')
const { GAMES, makeStations } = require('./server_stations')

function setUp (granted) {
  const { world, Alice, ...rest } = makeStations({ Alice: granted })
  world.set('1,5,0', 'crafting_table')
  return { world, ...rest, ...Alice, openTable: () => Alice.open(new Vec3(1, 5, 0)) }
}

test('a shift click on a result crafts as long as there is stuff', () => {
  const { member, click, events, serv, balanced } = setUp({ oak_log: 3 })
  click(36)
  click(1)
  assert.ok(click(0, 0, 1))
  assert.deepEqual(serv.holdings(member), { oak_planks: 12 })
  assert.equal(events.filter(e => e.kind === 'item.crafted').length, 3)
  balanced()
})

test('a bottle given back goes to the inventory if its cell is still full, to the ground if that is full too', () => {
  const { click, serv, member, balanced } = setUp({ honey_bottle: 2 })
  click(36)
  click(1)
  assert.ok(click(0))
  assert.deepEqual(serv.holdings(member), { honey_bottle: 1, sugar: 3, glass_bottle: 1 })
  balanced()
  const full = setUp({ honey_bottle: 2, dirt: 64 * 35 })
  full.click(36)
  full.click(1)
  full.serv.putIn(full.member, full.serv.newItem('dirt', 64))
  assert.ok(full.click(0))
  assert.equal(full.serv.holdings(full.member).glass_bottle, undefined)
  assert.ok(full.events.some(e => e.kind === 'item.dropped' && e.item === 'glass_bottle'))
})

test('a full inventory crafts nothing by shift, and keeps the grid', () => {
  const { member, click, serv } = setUp({ oak_log: 65, dirt: 64 * 34 })
  click(37)
  click(1) // one log in the grid, its slot free
  serv.putIn(member, serv.newItem('stick', 64))
  assert.equal(click(0, 0, 1), false)
  assert.equal(serv.holdings(member).oak_log, 65)
})

test('what is on the table and the cursor comes back when it closes, and falls when there is no room', () => {
  const granted = { oak_log: 64, stick: 64, dirt: 64 * 34 }
  const { member, window, click, openTable, close, serv, events, balanced } = setUp(granted)
  openTable()
  const slotOf = name => window().slots.findIndex(item => item?.name === name)
  click(slotOf('oak_log'))
  click(5) // all logs into the grid
  click(slotOf('stick')) // sticks on the cursor
  balanced()
  serv.putIn(member, serv.newItem('dirt', 64)) // their places are taken meanwhile
  close()
  assert.equal(member.window, null)
  const dropped = events.filter(e => e.kind === 'item.dropped')
  assert.equal(dropped.length, 1)
  assert.deepEqual(Object.keys(serv.holdings(member)).length, 2)
})

test('a claim that is not so is refused, and the client told what is so', () => {
  const { click, sent, member, serv } = setUp({ dirt: 3 })
  assert.equal(click(36, 0, 0, new Item(registry.itemsByName.diamond.id, 3)), false)
  assert.equal(click(36, 0, 0, new Item(registry.itemsByName.dirt.id, 64)), false)
  assert.equal(sent.at(-2).name, 'window_items')
  assert.equal(click(999), false)
  assert.equal(click(-5), false)
  assert.equal(click(36, 1, 5), false)
  assert.equal(click(36, 0, 6), false)
  assert.deepEqual(serv.holdings(member), { dirt: 3 })
})

const LEAVE = {
  'too far away': ({ player }) => { player.position = new Vec3(1.5, 5.5, 8.6) },
  gone: ({ world }) => world.delete('1,5,0')
}
for (const [how, leave] of Object.entries(LEAVE)) {
  for (const notice of ['tick', 'click']) {
    test(`a table that is ${how} closes at the next ${notice}, and gives back what lay in it`, () => {
      const at = setUp({ oak_log: 3 })
      at.openTable()
      const { id } = at.member.window
      at.serv.emit('tick')
      at.click(at.window().slots.findIndex(item => item?.name === 'oak_log'))
      assert.ok(at.click(1))
      assert.ok(at.member.window)
      leave(at)
      if (notice === 'tick') at.serv.emit('tick')
      else {
        at.member.player._client.emit('window_click', {
          windowId: id, slot: 0, mouseButton: 0, mode: 0, action: 1, item: Item.toNotch(at.member.window.slots[0])
        })
      }
      assert.equal(at.member.window, null)
      assert.ok(at.sent.some(packet => packet.name === 'close_window' && packet.windowId === id))
      assert.deepEqual(at.serv.holdings(at.member), { oak_log: 3 })
      assert.equal(at.member.inventory.slots.filter(Boolean).length, 1)
      at.balanced()
    })
  }
}

test('random clicks make and lose nothing untold', () => {
  const kinds = { 'item.crafted': 0, 'item.dropped': 0 }
  for (let seed = 0; seed < 2 * GAMES; seed++) {
    const random = prng(seed, 'clicks')
    const { member, window, events, click, openTable, close, balanced } = setUp({
      oak_log: 70,
      oak_planks: 130,
      sugar_cane: 40,
      stick: 9,
      leather: 5,
      paper: 11,
      milk_bucket: 4,
      egg: 16,
      sugar: 3,
      wheat: 70,
      wooden_sword: 2
    })
    for (let i = 0; i < 500; i++) {
      const chance = random()
      if (chance < 0.03) openTable()
      else if (chance < 0.06) close()
      else {
        const mode = random.pick([0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6])
        const slot = random.chance(0.02) ? -999 : random.chance(0.3) ? random.int(0, 9) : random.int(0, 47)
        const button = mode === 2 ? random.int(0, 8) : mode === 3 ? 2 : random.int(0, 1)
        click(slot, button, mode, random.chance(0.02) ? null : undefined)
      }
      balanced()
      for (const item of [...window().slots, ...member.inventory.slots]) {
        if (item) assert.ok(item.count > 0 && item.count <= item.stackSize, `${seed} ${i} ${item.count} ${item.name}`)
      }
    }
    close()
    balanced()
    for (const { kind } of events) kinds[kind]++
  }
  assert.ok(kinds['item.crafted'] > 5 * GAMES && kinds['item.dropped'] > 10 * GAMES, JSON.stringify(kinds))
})
