'use strict'
/**
 * Armour absorbs a part of every hit, and wears out, as in Minecraft. Armour does not help against falls, hunger or the
 * void.
 *
 * Fills a gap: in flying-squid, armour has no effect.
 */

const SLOTS = { 5: 'helmet', 6: 'chestplate', 7: 'leggings', 8: 'boots' }
const POINTS = { // by piece, from the head down
  leather: [1, 3, 2, 1],
  golden: [2, 5, 3, 1],
  chainmail: [2, 5, 4, 1],
  iron: [2, 6, 5, 2],
  diamond: [3, 8, 6, 3],
  netherite: [3, 8, 6, 3],
  turtle: [2]
}
const TOUGHNESS = { diamond: 2, netherite: 3 } // of each piece
const THROUGH = new Set(['fall', 'hunger', 'void', 'command'])

const clamp = (value, least, most) => Math.min(most, Math.max(least, value))

module.exports.server = function (serv) {
  const worn = ({ member }) => Object.entries(SLOTS).flatMap(([slot, piece], i) => {
    const [material, form] = member.inventory.slots[slot]?.name.split('_') ?? []
    const points = form === piece ? POINTS[material]?.[i] : undefined
    return points ? [{ slot: Number(slot), points, toughness: TOUGHNESS[material] ?? 0 }] : []
  })

  /** Returns the part of the `damage` that the armour does not absorb; the armour wears out. `by`: the cause. */
  serv.armoured = (player, damage, by) => {
    if (THROUGH.has(by) || damage <= 0) return damage
    const pieces = worn(player)
    if (!pieces.length) return damage
    const points = pieces.reduce((sum, piece) => sum + piece.points, 0)
    const toughness = pieces.reduce((sum, piece) => sum + piece.toughness, 0)
    for (const { slot } of pieces) serv.wear(player, slot, Math.max(1, Math.floor(damage / 4)))
    return damage * (1 - clamp(points - damage / (2 + toughness / 4), points / 5, 20) / 25)
  }
}
