'use strict'
/**
 * Fishing, for programs: casts, waits for the bite, reels in. Every step ends within a fixed game time.
 *
 * mineflayer's fish() waits forever if the server does not support fishing, takes anybody's bobber for its own and
 * cannot be cancelled: a fish() left over from one program would reel in during the next one.
 */
const { coded } = require('./failure')

const CAST_TICKS = 60 // for the server to show the bobber
const BITE_TICKS = 1200 // the game's own longest wait is about 700
const SPLASH = { count: 6, radius: 1.25 } // the particles that tell a bite

/** @param {object} world - bot, time; and the lease that what is begun ends with */
function makeFishing ({ bot, time, lease }) {
  let busy = false

  async function fish () {
    if (busy) throw coded('BAD_ARGUMENT', 'the bot is already fishing; await bot.fish() before the next call')
    if (bot.heldItem?.name !== 'fishing_rod') {
      throw coded('MISSING_ITEM', 'the bot has no fishing_rod in its hand; equip a fishing_rod')
    }
    busy = true
    try { await cast() } finally { busy = false }
  }

  function cast () {
    return new Promise((resolve, reject) => {
      const { entitiesByName, particlesByName } = bot.registry
      const splashes = [particlesByName?.fishing?.id, particlesByName?.bubble?.id]
      const listeners = { spawn_entity: onSpawn, world_particles: onParticles, entity_destroy: onDestroy }
      let bobber = null
      let over = false
      let cancel = time.after(CAST_TICKS, () =>
        end('no bobber appeared within 3 s: this server seems not to support fishing')
      )
      for (const name in listeners) bot._client.on(name, listeners[name])
      const forget = lease.onEnd(() => end('Fishing cancelled'))
      bot.activateItem()

      function end (problem) {
        if (over) return
        over = true
        forget()
        cancel()
        for (const name in listeners) bot._client.removeListener(name, listeners[name])
        if (bobber !== null) bot.activateItem() // reels in
        else if (bot.usingHeldItem) bot.deactivateItem()
        problem ? reject(coded('NO_EFFECT', problem)) : resolve()
      }
      function onSpawn ({ entityId, type, objectData }) {
        if (bobber !== null || type !== entitiesByName.fishing_bobber?.id || objectData !== bot.entity.id) return
        bobber = entityId
        cancel()
        cancel = time.after(BITE_TICKS, () => end(`nothing bit within ${BITE_TICKS / 20} s`))
      }
      function onParticles ({ particleId, particles, particle, amount, x, z }) {
        const place = bot.entities[bobber]?.position
        const splash = particle ? ['fishing', 'bubble'].includes(particle.type) : splashes.includes(particleId)
        if (!place || !splash || (amount ?? particles) !== SPLASH.count) return
        if (Math.hypot(x - place.x, z - place.z) <= SPLASH.radius) end()
      }
      function onDestroy ({ entityIds }) {
        if (bobber === null || !entityIds.includes(bobber)) return
        bobber = null
        end('Fishing cancelled')
      }
    })
  }

  return { fish }
}

module.exports = { makeFishing }
