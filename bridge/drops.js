'use strict'
/**
 * Fixes prismarine-entity: an item entity appears one packet before its contents are known, and reading them before
 * that throws an error. With this file, the result is null until the contents are known.
 */
module.exports = function inject (bot) {
  const kind = Object.getPrototypeOf(bot.entity)
  const ask = kind.getDroppedItem
  const place = bot.registry.supportFeature('metadataIxOfItem')
  kind.getDroppedItem = function () {
    return typeof this.metadata?.[place] === 'object' ? ask.call(this) : null
  }
}
