'use strict'
/**
 * Commands are for the console alone, which only tests use.
 *
 * Fills: flying-squid lets any player say /kill, and a survival client put items into its own slots.
 */

module.exports.server = function (serv) {
  serv.on('asap', () => {
    for (const command of Object.values(serv.commands.uniqueHash)) command.params.op = true
  })
  serv.on('newPlayer', player => player._client.removeAllListeners('set_creative_slot'))

  /** Answers what the command says; throws what it refuses. */
  serv.runCommand = async text => await serv.commands.use(text.replace(/^\//, '')) ?? ''
}
