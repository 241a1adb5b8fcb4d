'use strict'
const assert = require('node:assert/strict')
const test = require('node:test')
const { makeMembers } = require('../../bridge/members')

test('who has left is not asked, and is not waited for', { timeout: 5000 }, async () => {
  const members = makeMembers(() => false)
  const orders = []
  members.enter('Dave', order => orders.push(order))
  const asked = members.all() // as the clock does: the list is made before it waits
  members.get('Dave').hear({ open: [], connecting: 0 })
  members.leave('Dave')
  await members.tell(asked, { clock: 'settle' })
  assert.deepEqual(orders, [])
})
