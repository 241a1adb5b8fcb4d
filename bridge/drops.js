'use strict'
/**
 * Mends prismarine-entity: an item entity is in sight one packet before what it holds is told, and asking it in between
 * throws. Here the answer is null until it is known.
 */
module.exports = function inject (bot) {
  const kind = Object.getPrototypeOf(bot.entity)
  const ask = kind.getDroppedItem
  const place = bot.registry.supportFeature('metadataIxOfItem')
  kind.getDroppedItem = function () {
    return typeof this.metadata?.[place] === 'object' ? ask.call(this) : null
  }
}
