'use strict'
/**
 * The guard: what agents of the crew may not do to others is warned of, or denied, here as well as in the bot's
 * process.
 *
 * A program that got around its facade, or a client of raw packets, comes no further than this. Which deeds those are
 * says `bridge/policy.js`; every check that lets one happen asks here, before it does. Who is not of the crew is free.
 */

const { judge, tell } = require('../../bridge/policy')
const { makeTally } = require('../../bridge/tally')

const NOBODY = { mode: 'off', team: [] }

module.exports.server = function (serv, { minecrew: { guard } }) {
  const { team } = guard ?? NOBODY
  let { mode } = guard ?? NOBODY
  const denied = makeTally({
    now: () => serv.tickCount,
    tell: ({ agent, ...fields }, count) => serv.witness('guard.denied', agent, { ...fields, count })
  })

  /** The event's fields where `mode` is the guard's and the policy is against it; null otherwise. */
  function against (when, { username: by }, { position, ...act }) {
    const verdict = mode === when && judge({ by, ...act }, team)
    return verdict ? tell(act, verdict, { team, position }) : null
  }

  serv.guard = {
    /** Whether a player may not do this; it is told of. act: as in the policy, and the target's position. */
    denies (player, act) {
      const fields = against('block', player, act)
      if (fields) denied.add(`${player.username} ${fields.rule}`, { agent: player.username, ...fields })
      return fields !== null
    },
    /** Tells of what is about to be done all the same; once for each deed. */
    warns (player, act) {
      const fields = against('warn', player, act)
      if (fields) serv.witness('guard.warned', player.username, fields)
    },
    /** Replaces the mode. */
    turn (other) { mode = other },
    /** The act of taking a block away. */
    breaking: ({ name, position }) => ({ kind: 'break', block: name, position, ...serv.blocks.belonging(position) }),
    /** Tells what was counted and not yet told; of everybody, when asked for `all`. */
    tellDenied: denied.flush
  }

  serv.on('tick', () => denied.flush())
}
