'use strict'
/**
 * Tools, weapons and armour wear out, as in Minecraft.
 *
 * The damage stands in the item's NBT, where clients look for it. What breaks is told in the turn in which it goes.
 * Fills: flying-squid's tools last forever. There are no enchantments, so every use counts.
 */

const HAND_BREAKS = 47 // entity status
const OFF_HAND = 45 // slot
const BREAKS = { [OFF_HAND]: 48, 5: 49, 6: 50, 7: 51, 8: 52 } // slot -> entity status
const TOOL = /_(pickaxe|axe|shovel|hoe)$/
const WEAPON = /_sword$|^trident$/

/** What breaking a block costs the thing it was broken with. */
const byDigging = (name, { hardness, name: block }) => {
  if (name === 'shears') return /fire$/.test(block) ? 0 : 1
  if (!hardness) return 0
  return TOOL.test(name) ? 1 : WEAPON.test(name) ? 2 : 0
}

/** What a blow costs the thing it was struck with. */
const byHitting = name => TOOL.test(name) ? 2 : WEAPON.test(name) ? 1 : 0

module.exports.server = function (serv) {
  /** Wears what lies in a member's slot by so many uses; at the last it is gone. */
  serv.wear = ({ member, username, id, _client: client }, slot, uses) => {
    const item = member.inventory.slots[slot]
    if (!item?.maxDurability || uses <= 0) return
    const used = (item.durabilityUsed ?? 0) + uses
    if (used < item.maxDurability) {
      const worn = serv.cloneItem(item)
      worn.nbt = structuredClone(item.nbt) // clones share it
      worn.durabilityUsed = used
      return member.inventory.updateSlot(slot, worn)
    }
    serv.takeOut(member, slot, 1)
    member.brokeTool = serv.tickCount
    serv.witness('item.spent', username, { item: item.name, count: 1, why: 'worn' })
    client.write('entity_status', { entityId: id, entityStatus: BREAKS[slot] ?? HAND_BREAKS })
  }

  serv.wearByDigging = (player, block) => {
    const tool = serv.heldItem(player)
    if (tool) serv.wear(player, serv.heldSlot(player), byDigging(tool.name, block))
  }

  serv.wearByHitting = player => {
    const weapon = serv.heldItem(player)
    if (weapon) serv.wear(player, serv.heldSlot(player), byHitting(weapon.name))
  }
}
