'use strict'
/**
 * Tells a player, above its hotbar, if its action has no effect here because this world lacks the rule: see
 * limits.json.
 *
 * Fills a gap: flying-squid silently ignores actions that it does not know.
 */

const { limitOf } = require('../limits')
const { Vec3 } = require('vec3')

const ACTION_BAR = 2 // position of a chat line
const NOBODY = '00000000-0000-0000-0000-000000000000'
const AGAIN = 20 // ticks in which the same is not said twice
const ATTACK = 1 // use_entity

module.exports.server = function (serv) {
  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    let told = { says: null, tick: -Infinity }
    const held = hand => member.inventory.slots[hand === 1 ? 45 : serv.heldSlot(player)]?.name ?? null

    function use (hand, target) {
      const says = limitOf({ item: held(hand), target })?.says
      if (!says || (told.says === says && serv.tickCount - told.tick < AGAIN)) return
      told = { says, tick: serv.tickCount }
      const message = JSON.stringify({ text: `in this world ${says}` })
      client.write('chat', { message, position: ACTION_BAR, sender: NOBODY })
    }

    client.on('use_item', ({ hand }) => use(hand, null))
    client.on('block_place', ({ hand, location: { x, y, z } }) => {
      const at = new Vec3(x, y, z)
      if (serv.blocks.has(at) && serv.isAt(player, at)) use(hand, serv.blocks.name(at))
    })
    client.on('use_entity', ({ mouse, target, hand }) => {
      if (mouse !== ATTACK) use(hand, serv.entities[target]?.name ?? null)
    })
  })
}
