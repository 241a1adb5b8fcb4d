'use strict'
/**
 * The actions of players on a field: tilling it with a hoe, applying bone meal, and trampling it.
 *
 * Seeds are placed like blocks, see placing.js. Mobs do not trample fields.
 * Fills a gap: in flying-squid, hoes, bone meal and falls have no effect.
 */

const TILLED = { grass_block: 'farmland', dirt: 'farmland', grass_path: 'farmland', coarse_dirt: 'dirt' }
const BELOW = 0 // direction of a click from below
const MEAL = [2, 5] // ages bone meal gives to a crop
const SAPLING = 0.45 // chance that it brings a sapling on
const SOFT = 0.5 // blocks of a fall that farmland bears

module.exports.server = function (serv) {
  const { blocks, registry } = serv

  /**
   * Uses a tool or another item that acts on a block and is not placed; returns whether it had an effect. use: { at,
   * block, item, slot, direction }.
   */
  serv.useOn = (player, use) => {
    if (use.item.name.endsWith('_hoe')) return till(player, use)
    if (use.item.name === 'bone_meal') return strew(player, use)
    return false
  }

  function till (player, { at, block, slot, direction }) {
    const tilled = TILLED[block.name]
    if (!tilled || direction === BELOW || blocks.name(at.offset(0, 1, 0)) !== 'air') return false
    const act = serv.guard.breaking({ name: block.name, position: at }) // what stood there is gone then
    if (serv.guard.denies(player, act)) return false
    serv.guard.warns(player, act)
    blocks.set(at, registry.blocksByName[tilled].defaultState, player.username)
    serv.wear(player, slot, 1)
    return true
  }

  function strew (player, { block, slot }) {
    const random = serv.chance('bone meal', player.username)
    const worked =
      block.name === 'beetroots'
        ? beetroots(block, random)
        : serv.ripen(block, random.int(...MEAL)) || brought(block, random)
    if (!worked) return false
    serv.takeOut(player.member, slot, 1)
    serv.witness('item.spent', player.username, { item: 'bone_meal', count: 1, why: 'spread' })
    return true
  }

  const beetroots = (block, random) =>
    Number(block.getProperties().age) < 3 && (random.chance(0.75) ? serv.ripen(block, 1) : true)

  function brought (block, random) {
    if (!block.name.endsWith('_sapling')) return false
    if (random.chance(SAPLING)) serv.advance(block, random)
    return true
  }

  serv.on('landed', (player, { position, fallen }) => {
    const ground = blocks.at(position.offset(0, -0.2, 0).floored())
    if (ground.name !== 'farmland' || fallen <= SOFT) return
    if (serv.chance('trample', player.username).chance(fallen - SOFT)) trample(player, ground)
  })

  function trample (player, { position }) {
    const crop = blocks.at(position.offset(0, 1, 0))
    serv.harden(position)
    if (serv.needsGround(crop)) serv.breakBlock(crop, player, { underfoot: true })
  }
}
