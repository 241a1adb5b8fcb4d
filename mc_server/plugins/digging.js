'use strict'
/**
 * Digging: reach and time are checked here, drops come from our loot tables, and plants on the block break with it.
 *
 * A block that is dug too fast breaks only when its time is over, as in Minecraft; changing the tool meanwhile saves
 * no time. Also handles the other actions of the dig packet: dropping the held item, and swapping hands.
 * Fills a gap: flying-squid trusts the client's timing, ignores tools, and drops one of every block.
 */

const { Vec3 } = require('vec3')
const { digAllowed: REACH, digEyes: EYES } = require('../../game/facts').distances

const STRAY = 1 // blocks beyond the reach at which it is no cheat yet: the digger moves
const NEWS = 10 // ticks until a client has heard that its tool is broken
const EARLY = 2 // ticks
const ENOUGH = 0.7 // share of the time after which a finished dig is believed
const STATUS = { start: 0, cancel: 1, finish: 2, dropAll: 3, dropOne: 4, swap: 6 }
const OFF_HAND = 45
// minecraft-data has no material for these plants.
const PLANTS = new Set([
  'beetroots', 'sweet_berry_bush', 'warped_fungus', 'crimson_fungus', 'warped_roots', 'crimson_roots'
])
/** Plants that one cannot walk through; they fall like the others. */
const STALKS = new Set(['cactus', 'bamboo'])

module.exports.server = function (serv) {
  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    client.removeAllListeners('block_dig')
    client.on('block_dig', ({ status, location }) => {
      if (!player.alive) return
      const position = new Vec3(location.x, location.y, location.z)
      const digs = status === STATUS.start || status === STATUS.finish
      if (digs && !serv.blocks.has(position)) farOff(player, position)
      else if (status === STATUS.start) start(player, position)
      else if (status === STATUS.cancel) leave(player)
      else if (status === STATUS.finish) finish(player, position)
      else if (status === STATUS.dropAll || status === STATUS.dropOne) dropHeld(player, status === STATUS.dropAll)
      else if (status === STATUS.swap) swap(player)
    })
  })

  const distance = (player, position) => player.position.offset(0, EYES, 0).distanceTo(position.offset(0.5, 0.5, 0.5))
  const reaches = (player, position) => distance(player, position) <= REACH

  const farOff = (player, position) =>
    serv.refuse(player, 'reach', {
      why: 'digs', target: position, measured: distance(player, position), allowed: REACH
    })

  const toolOf = player => serv.heldItem(player)?.type ?? null

  function ticksFor (player, block) {
    const { x, y, z } = player.position
    return serv.mining.ticks(block, serv.heldItem(player), {
      inWater: serv.blocks.isWater(x, y + EYES, z),
      onGround: player.onGround
    })
  }

  /** Ends a dig without breaking the block; a client that has already removed the block is corrected. */
  function leave (player) {
    const { dig } = player
    player.dig = null
    if (dig?.refused) answer(player, dig.position, STATUS.finish, false)
  }

  function start (player, position) {
    leave(player)
    player.dugAt = position
    if (distance(player, position) > REACH + STRAY) farOff(player, position)
    const block = serv.blocks.at(position)
    if (block.type === 0) { // it went before the client heard of it: what the client wants is so
      player.broke = position
      return answer(player, position, STATUS.start, true)
    }
    if (!block.diggable || !reaches(player, position)) return answer(player, position, STATUS.start, false)
    if (serv.guard.denies(player, serv.guard.breaking(block))) return answer(player, position, STATUS.start, false)
    player.dig = {
      position, state: block.stateId, tool: toolOf(player), since: serv.tickCount, ticks: ticksFor(player, block)
    }
    answer(player, position, STATUS.start, true)
    if (player.dig.ticks < 1) finish(player, position)
  }

  function finish (player, position) {
    const { dig } = player
    if (!dig || !dig.position.equals(position) || !reaches(player, position)) {
      if (player.broke?.equals(position)) return
      if (!player.dugAt?.equals(position)) {
        serv.refuse(player, 'dig_time', { why: 'ends a dig that was not started', target: position })
      } else if (serv.blocks.at(position).type !== 0 && !serv.blocks.at(position).diggable) {
        serv.refuse(player, 'dig_time', { why: 'an unbreakable block', target: position })
      }
      return answer(player, position, STATUS.finish, false)
    }
    // The drops are judged by what is held at the end: whoever changed the tool meanwhile has the slower one's time.
    // With the same tool the quicker one counts: a client that has just landed begins to dig before it says so.
    const now = ticksFor(player, serv.blocks.at(position))
    const ticks = dig.tool === toolOf(player) ? Math.min(dig.ticks, now) : Math.max(dig.ticks, now)
    const gone = serv.tickCount - dig.since
    if (gone >= ticks * (dig.refused ? 1 : ENOUGH)) return complete(player, dig)
    // With another tool in hand, or one whose breaking the client had not heard of, it may have reckoned wrong.
    const sure = dig.tool === toolOf(player) && dig.since - (player.member.brokeTool ?? -NEWS) >= NEWS
    if (sure && gone < ticks * ENOUGH - EARLY - serv.lag()) {
      serv.refuse(player, 'dig_time', { why: 'too fast', target: position, measured: gone, allowed: ticks * ENOUGH })
    }
    dig.refused = true // who says so too early has to stay to the end
    serv.after(ticks - gone, () => {
      if (player.dig === dig && player.alive && player.member.player === player) finish(player, position)
    })
  }

  function complete (player, { position, state }) {
    player.dig = null
    const block = serv.blocks.at(position)
    if (block.stateId !== state) return answer(player, position, STATUS.finish, false)
    player.broke = position
    serv.guard.warns(player, serv.guard.breaking(block))
    serv.breakBlock(block, player)
    serv.exhaust(player, 'dig')
    serv.wearByDigging(player, block)
    answer(player, position, STATUS.finish, true)
  }

  function answer (player, location, status, successful) {
    const block = serv.blocks.at(location).stateId
    player._client.write('acknowledge_player_digging', { location, block, status, successful })
    if (!successful) player._client.write('block_change', { location, type: block })
  }

  /**
   * Breaks a block and the plants on it; the drops appear where the blocks were. `underfoot`: the block was trampled.
   */
  serv.breakBlock = (block, player, { underfoot = false } = {}) => {
    const tool = serv.heldItem(player)
    const agent = player.username
    const { position, name } = block
    const { owner, structure } = serv.blocks.belonging(position)
    const other = serv.standingHalf(block)
    serv.blocks.set(position, 0)
    const fields = { block: name, position, tool: tool?.name ?? null, owner, structure }
    serv.witness('block.broken', agent, underfoot ? { ...fields, underfoot } : fields)
    if (serv.mining.harvests(block, tool)) {
      const drops = serv.loot.roll(
        serv.loot.ofBlock(name, block.getProperties(), tool?.name),
        serv.chance('loot', 'block', position.x, position.y, position.z)
      )
      serv.scatter(drops, { position: position.offset(0.5, 0.3, 0.5), origin: 'block', of: name, agent })
    }
    serv.emit('broken', block, player)
    if (other) serv.breakBlock(other, player)
    const above = serv.blocks.at(position.offset(0, 1, 0))
    if (serv.needsGround(above) || STALKS.has(above.name)) serv.breakBlock(above, player)
  }

  /** Whether a block breaks when the block under it is gone, as plants do. */
  serv.needsGround = block => block.boundingBox === 'empty' && (/plant/.test(block.material) || PLANTS.has(block.name))

  function dropHeld (player, all) {
    const held = serv.heldItem(player)
    if (!held) return
    serv.toss(player, serv.takeOut(player.member, serv.heldSlot(player), all ? held.count : 1))
  }

  function swap (player) {
    const { inventory } = player.member
    const hand = serv.heldSlot(player)
    const [a, b] = [inventory.slots[hand] ?? null, inventory.slots[OFF_HAND] ?? null]
    inventory.updateSlot(hand, b)
    inventory.updateSlot(OFF_HAND, a)
  }
}
