'use strict'
/**
 * Tells who comes, who goes and what is said, for a terminal: facts of no run, so the witness does not tell them.
 *
 * Knows players by name alone; what they say is passed on as it came.
 * Fills: flying-squid takes `&` in what is said as the sign for a colour, and leaves it out with what follows.
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
