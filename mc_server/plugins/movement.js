'use strict'
/**
 * Walking: accepts a player's position if the player could have reached it from the last one, and otherwise sets the
 * player back.
 *
 * There are three rules. Speed: over a few seconds, nobody may be faster than a player who sprints and jumps; a process
 * that was paused may catch up. Collisions: players cannot move through blocks. Gravity: a player who neither stands,
 * swims nor climbs rises less with every packet, each of which is one tick of the client's physics. A player who is set
 * back in the air falls. This plugin itself determines whether a player is on the ground, and does not trust the
 * client. After the server has set a position, packets are ignored until the client confirms it, as in Minecraft. Fills
 * a gap: flying-squid accepts every position, and waits for numbers although the protocol now names a player's actions.
 * Players on ice or with potions would be faster than assumed here, but no arena has either.
 */

const { Vec3 } = require('vec3')

const TICK_MS = 50
const PACE = 0.37 // blocks per tick; a sprinting, jumping player makes 0.356 in the long run
const MISSED = 100 // ticks of movement that can be made up for
const START = 8 // blocks of it that a newcomer has
// Blocks aside in one packet. A sprint takes 0.61; the pathfinder takes 0.71 to the middle of its block.
const STEP = 1
const STRIDE = 0.5 // blocks aside in which nothing can be leapt over
const FALL = 3.93 // blocks down in one packet; the speed at which a fall no longer gains
const GRAVITY = 0.08
const DRAG = 0.98
const JUMP = 0.42
const LEDGE = 0.6 // what one steps up without a jump
const SWIM = 0.35
const CLIMB = 0.2
const NEAR = 0.04 // blocks above the ground from which one may still jump: a client keeps the smallest moves to itself
const ROUNDING = 0.005
const AT_REST = GRAVITY // the rise before a first fall, so that gravity leaves 0 of it
const HANGS = 1000 // ms in which one who acts in the air must have sent a position
const ACTIONS = {
  start_sneaking: ['crouching', true],
  stop_sneaking: ['crouching', false],
  start_sprinting: ['sprinting', true],
  stop_sprinting: ['sprinting', false]
}
const ACTS = new Set(['block_dig', 'block_place', 'use_entity', 'use_item', 'window_click', 'look'])

module.exports.server = function (serv) {
  const { body } = serv

  serv.on('newPlayer', player => {
    const { member, _client: client } = player
    if (!member || member.player !== player) return
    const gait = {
      place: null,
      stood: false,
      edge: false,
      rise: AT_REST,
      bounce: 0,
      moved: false,
      acted: null,
      credit: START,
      since: performance.now(),
      confirmed: 0,
      sent: 0
    }

    player.sendSelfPosition = position => {
      if (position) player.position = position
      player.onGround = body.stands(player.position)
      Object.assign(gait, {
        place: player.position.clone(),
        stood: player.onGround,
        edge: false,
        rise: AT_REST,
        moved: false,
        acted: null,
        sent: gait.sent + 1
      })
      const { x, y, z } = gait.place
      client.write('position', {
        x, y, z, yaw: degrees(player.yaw), pitch: degrees(player.pitch), flags: 0, teleportId: gait.sent
      })
    }
    client.on('teleport_confirm', ({ teleportId }) => { if (teleportId === gait.sent) gait.confirmed = teleportId })

    player.sprinting = false
    client.on('entity_action', ({ actionId }) => {
      const [what, whether] = ACTIONS[actionId] ?? []
      if (what) player[what] = whether
    })

    for (const name of ['position', 'position_look']) {
      const [believe] = client.listeners(name)
      client.removeAllListeners(name)
      client.on(name, packet => {
        if (!gait.place || gait.confirmed !== gait.sent || player.health <= 0) return
        const to = new Vec3(packet.x, packet.y, packet.z)
        if (judge(player, gait, to)) believe({ ...packet, onGround: gait.stood || gait.edge })
      })
    }
    const [look] = client.listeners('look')
    client.removeListener('look', look)
    client.prependListener('look', packet => look({ ...packet, onGround: player.onGround }))
    client.on('packet', (data, { name }) => { if (ACTS.has(name)) act(player, gait) })
  })

  /** Records a step, or sets the player back; returns whether the step is accepted. */
  function judge (player, gait, to) {
    const from = gait.place
    const wrong = fault(player, gait, from, to)
    if (wrong) {
      if (!wrong.mistaken) serv.refuse(player, 'move', { ...wrong, target: isPlace(to) ? to : null })
      setBack(player, gait)
      return false
    }
    const aside = Math.hypot(to.x - from.x, to.z - from.z)
    const rise = to.y - from.y
    const { stood } = gait
    const off = stood || gait.edge
    const lands = body.stands(to)
    gait.credit -= aside
    gait.bounce = lands && !stood ? -afterGravity(gait.rise) : 0
    gait.stood = lands
    gait.edge = !lands && crosses(from, to) // it touched the ground in this tick, and may jump in the next
    gait.rise = lands || gait.edge ? 0 : rise
    gait.place = to
    gait.acted = null
    gait.moved ||= aside > 0 || rise !== 0
    player.emit('stepped', { from, to, aside, jumped: off && !lands && rise > JUMP / 2 })
    return true
  }

  /** The reason why a step is not possible: { why, measured, allowed }, or null. */
  function fault (player, gait, from, to) {
    if (!isPlace(to)) return { why: 'not a valid position' }
    const aside = Math.hypot(to.x - from.x, to.z - from.z)
    const rise = to.y - from.y
    const now = performance.now()
    gait.credit = Math.min(MISSED * PACE, gait.credit + (now - gait.since) / TICK_MS * PACE)
    gait.since = now
    if (aside > STEP) return { why: 'a step too wide', measured: aside, allowed: STEP }
    if (rise < -FALL) return { why: 'faster than one falls', measured: -rise, allowed: FALL }
    if (aside > gait.credit) return { why: 'too many steps', measured: aside, allowed: gait.credit }
    if (aside === 0 && rise === 0) return null
    const obstacle = obstacleOf(player, from, to)
    if (!obstacle) return rises(gait, from, to)
    // Whoever has dug takes the block for broken at once; here it may take a tick more.
    const mistaken = player.dig?.position.equals(obstacle)
    const location = new Vec3(obstacle.x, obstacle.y, obstacle.z)
    player._client.write('block_change', { location, type: serv.blocks.state(obstacle.x, obstacle.y, obstacle.z) })
    return { why: 'through a block', mistaken }
  }

  function obstacleOf (player, from, to) {
    const middle = from.plus(to).scaled(0.5)
    if (Math.hypot(to.x - from.x, to.z - from.z) <= STRIDE) return body.obstacle(player, from, to)
    return body.obstacle(player, from, middle) ?? body.obstacle(player, middle, to)
  }

  /**
   * Whether a step goes over an edge: a client moves up or down first, then sideways, and touches the ground in
   * between.
   */
  const crosses = (from, to) => body.stands(new Vec3(from.x, to.y, from.z))
  const afterGravity = rise => (rise - GRAVITY) * DRAG

  /**
   * Each reason to rise, or to fall more slowly, and the rise that it allows. The reasons that are fast to check come
   * first.
   */
  const REASONS = [
    gait => afterGravity(gait.rise),
    (gait, from, to) => body.stands(to) || crosses(from, to) ? 0 : -FALL,
    // It touched an edge, and stepped off over it.
    (gait, from) => gait.rise < 0 && body.stands(from, -afterGravity(gait.rise)) ? 0 : -FALL,
    (gait, from) => gait.edge || body.stands(from, NEAR) ? JUMP : -FALL,
    (gait, from, to) => body.stands(to) && body.stands(from, Math.max(NEAR, -afterGravity(gait.rise))) ? LEDGE : -FALL,
    (gait, from, to) => body.swims(from) || body.swims(to) ? SWIM : -FALL,
    (gait, from, to) => body.climbs(from) || body.climbs(to) ? CLIMB : -FALL,
    (gait, from) => gait.bounce && body.bounces(from) ? gait.bounce : -FALL
  ]

  function rises (gait, from, to) {
    const rise = to.y - from.y
    let most = -FALL
    for (const reason of REASONS) {
      most = Math.max(most, reason(gait, from, to))
      if (rise <= most + ROUNDING) return null
    }
    return { why: 'not as one falls', measured: rise, allowed: most }
  }

  /** A player who acts in the air, and acts again a second later without having moved, hovers there illegally. */
  function act (player, gait) {
    if (!player.alive || !gait.moved || isHeld(gait.place)) return
    const now = performance.now()
    gait.acted ??= now
    if (now - gait.acted < HANGS) return
    serv.refuse(player, 'move', { why: 'hangs in the air', target: gait.place })
    setBack(player, gait)
  }

  const isHeld = place => body.stands(place) || body.swims(place) || body.climbs(place)

  function setBack (player, gait) {
    const place = isHeld(gait.place) ? gait.place : body.landing(gait.place)
    player.sendPosition(place, true) // whoever falls is hurt
    player.sendSelfPosition(place.clone())
  }

  const isPlace = ({ x, y, z }) => [x, y, z].every(n => Number.isFinite(n) && Math.abs(n) < 3e7)
  const degrees = byte => (byte ?? 0) * 360 / 256
}
