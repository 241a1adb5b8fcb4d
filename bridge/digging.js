'use strict'
/**
 * Fixes mineflayer's digging: a dig ends when the server says that the block is gone, not when the client expects it.
 *
 * A server that calculates a longer time breaks the block later, or not at all if another dig begins meanwhile: the
 * block reappears and nothing drops. Servers that do not name the place when they answer a dig (before 1.14.4, and from
 * 1.19 on) are handled as in mineflayer.
 */
const STATUS = { cancel: 1, finish: 2 }
const LONGEST = 200 // ticks for which a server may reckon longer than its client

module.exports = function inject (bot) {
  const { version } = bot.registry
  if (version['<']('1.14.4') || version['>=']('1.19')) return
  const dig = bot.dig
  bot.dig = async (block, ...how) => {
    const answer = listen(bot, block)
    try {
      await dig(block, ...how)
      await answer.heard
    } finally { answer.forget() }
  }
}

/** Listens to the server; `heard` resolves when the server has said that the block is gone. */
function listen (bot, { position, stateId }) {
  const isHere = ({ location: { x, y, z } }) => x === position.x && y === position.y && z === position.z
  let forget
  const heard = new Promise((resolve, reject) => {
    let ticks = 0
    const refuse = why => reject(new Error(`${why} that the block is gone`))
    const listeners = [
      [bot._client, 'block_change', packet => { if (isHere(packet) && packet.type !== stateId) resolve() }],
      [bot._client, 'acknowledge_player_digging', packet => {
        if (!isHere(packet)) return
        if (packet.successful && packet.block !== stateId) resolve()
        else if (!packet.successful && packet.status === STATUS.finish) refuse('the server denies')
      }],
      [bot, 'physicsTick', () => {
        if (bot.targetDigBlock || ++ticks <= LONGEST) return
        // The server then shows what stands there.
        bot._client.write('block_dig', { status: STATUS.cancel, location: position, face: 0 })
        refuse('the server does not say')
      }]
    ]
    for (const [source, event, listener] of listeners) source.on(event, listener)
    forget = () => { for (const [source, event, listener] of listeners) source.removeListener(event, listener) }
  })
  heard.catch(() => {}) // a dig that is broken off waits for no answer
  return { heard, forget }
}
