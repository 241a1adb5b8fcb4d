'use strict'
/** The damage and speed of each weapon: [damage, hits per second]. */

const KINDS = {
  sword: { speed: [1.6, 1.6, 1.6, 1.6, 1.6, 1.6], damage: [4, 5, 6, 7, 4, 8] },
  axe: { speed: [0.8, 0.8, 0.9, 1, 1, 1], damage: [7, 9, 9, 9, 7, 10] },
  pickaxe: { speed: [1.2, 1.2, 1.2, 1.2, 1.2, 1.2], damage: [2, 3, 4, 5, 2, 6] },
  shovel: { speed: [1, 1, 1, 1, 1, 1], damage: [2.5, 3.5, 4.5, 5.5, 2.5, 6.5] },
  hoe: { speed: [1, 2, 3, 4, 1, 4], damage: [1, 1, 1, 1, 1, 1] }
}
const MATERIALS = ['wooden', 'stone', 'iron', 'diamond', 'golden', 'netherite']

const damages = { hand: 1 }
const speeds = { hand: 4 }
for (const [kind, { speed, damage }] of Object.entries(KINDS)) {
  MATERIALS.forEach((material, i) => {
    damages[`${material}_${kind}`] = damage[i]
    speeds[`${material}_${kind}`] = speed[i]
  })
}

/** Damage of a hit with `item` (a name, or undefined) `ticks` after the last hit. */
function damageOf (item, ticks) {
  const weapon = item in damages ? item : 'hand'
  const charge = Math.min(1, (ticks + 0.5) * speeds[weapon] / 20)
  return damages[weapon] * (0.2 + charge * charge * 0.8)
}

module.exports = { damages, speeds, damageOf }
