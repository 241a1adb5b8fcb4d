'use strict'
/**
 * Reports to a terminal who joins, who leaves and what is said. These facts belong to no run, so the witness does not
 * report them.
 *
 * Players are known only by name, and their words are passed on unchanged.
 * Keeps `&` in chat: flying-squid takes it for a colour code, and removes it together with the next character.
 */

module.exports.server = function (serv, { minecrew: { tell } }) {
  serv._createJsonChat = message => typeof message === 'string' ? { text: message } : message
  for (const name in serv.color) serv.color[name] = ''

  serv.on('newPlayer', player => {
    const { member } = player
    if (member?.player !== player) return // refused: the name is in use
    const visit = (what, text = '') => tell({ what, user: member.name, text })
    player.on('connected', () => visit('joined'))
    player.on('disconnected', () => visit('left'))
    player.on('chat', ({ text }) => visit('said', String(text)))
  })
}
