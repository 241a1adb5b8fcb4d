'use strict'
/**
 * Tools, weapons and armour wear out, as in Minecraft.
 *
 * The damage is stored in the item's NBT, where clients look for it. A break is reported in the turn in which the
 * item disappears. Fills a gap: in flying-squid, tools last forever. There are no enchantments, so every use counts.
 */

const HAND_BREAKS = 47 // entity status
const OFF_HAND = 45 // slot
const BREAKS = { [OFF_HAND]: 48, 5: 49, 6: 50, 7: 51, 8: 52 } // slot -> entity status
const TOOL = /_(pickaxe|axe|shovel|hoe)$/
const WEAPON = /_sword$|^trident$/

/** The wear of a tool that breaks a block. */
const byDigging = (name, { hardness, name: block }) => {
  if (name === 'shears') return /fire$/.test(block) ? 0 : 1
  if (!hardness) return 0
  return TOOL.test(name) ? 1 : WEAPON.test(name) ? 2 : 0
}

/** The wear of an item that is used for a hit. */
const byHitting = name => TOOL.test(name) ? 2 : WEAPON.test(name) ? 1 : 0

module.exports.server = function (serv) {
  /** Adds `uses` to the wear of the item in a member's slot; after its last use, the item is gone. */
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
