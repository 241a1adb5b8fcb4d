'use strict'
/**
 * Allows commands only from the console, which only tests use.
 *
 * Fills a gap: flying-squid lets any player use /kill, and lets a survival client put items into its own slots.
 */

module.exports.server = function (serv) {
  const reserved = new Set(['kill']) // names of the commands by which one who may use them is no mere player

  serv.on('asap', () => {
    for (const [name, { params }] of Object.entries(serv.commands.hash)) if (params.op) reserved.add(name)
    for (const command of Object.values(serv.commands.uniqueHash)) command.params.op = true
  })

  serv.on('newPlayer', player => {
    player._client.removeAllListeners('set_creative_slot')
    player._client.on('set_creative_slot', () => serv.refuse(player, 'slot', { why: 'creates items from nothing' }))
    player.on('command', ({ command }) => {
      const [name] = command.trim().split(/\s+/)
      if (reserved.has(name)) serv.refuse(player, 'command', { why: `/${name}` })
    })
  })

  /** Returns the command's output; throws if the command fails. */
  serv.runCommand = async text => await serv.commands.use(text.replace(/^\//, '')) ?? ''
}
