'use strict'
/**
 * The guard: warns of forbidden actions of agents against others, or denies them, here as well as in the bot's process.
 *
 * The guard also stops a program that has bypassed its facade, or a client that sends raw packets. `bridge/policy.js`
 * defines the forbidden actions; every plugin that performs such an action asks the guard first. Players who are not
 * in the crew are not restricted.
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

  /** The event's fields if the guard's mode is `when` and the policy forbids the act; null otherwise. */
  function against (when, { username: by }, { position, ...act }) {
    const verdict = mode === when && judge({ by, ...act }, team)
    return verdict ? tell(act, verdict, { team, position }) : null
  }

  serv.guard = {
    /**
     * Whether the guard denies this act to a player; a denial is reported. act: as in the policy, with the target's
     * position.
     */
    denies (player, act) {
      const fields = against('block', player, act)
      if (fields) denied.add(`${player.username} ${fields.rule}`, { agent: player.username, ...fields })
      return fields !== null
    },
    /** Reports a forbidden act that is not prevented, once per act. */
    warns (player, act) {
      const fields = against('warn', player, act)
      if (fields) serv.witness('guard.warned', player.username, fields)
    },
    /** Replaces the mode. */
    turn (other) { mode = other },
    /** The act of taking a block away. */
    breaking: ({ name, position }) => ({ kind: 'break', block: name, position, ...serv.blocks.belonging(position) }),
    /** Reports the denials that were counted but not yet reported; with `all`, also those of the current second. */
    tellDenied: denied.flush
  }

  serv.on('tick', () => denied.flush())
}
