'use strict'
/** What this world cannot do, although Minecraft can: the list, and which of it a use comes to. */

const LIMITS = require('./limits.json')

/** `*` stands for any part of a name. */
const matches = (patterns, name) =>
  patterns === undefined || (name && patterns.some(one => new RegExp(`^${one.replace('*', '.*')}$`).test(name)))

/** The limit that a use of `item` on the block or mob `target` runs into; undefined: none. Either may be null. */
const limitOf = ({ item, target }) =>
  LIMITS.find(({ items, targets }) => matches(items, item) && matches(targets, target))

module.exports = { LIMITS, limitOf }
