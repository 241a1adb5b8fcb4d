'use strict'
/** Our server, which tells nobody of diamonds in a single slot: whoever is given one does not know it. */
const members = require('../../mc_server/plugins/members')
const { server } = members

members.server = function (serv, options) {
  server(serv, options)
  serv.on('newPlayer', ({ _client: client }) => {
    const { write } = client
    const diamond = serv.registry.itemsByName.diamond.id
    client.write = (name, packet) => {
      if (name !== 'set_slot' || packet.item.itemId !== diamond) write.call(client, name, packet)
    }
  })
}

require('../../mc_server/server')
