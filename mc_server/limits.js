'use strict'
/** The limits of this world (things that work in Minecraft but not here), and the limit that applies to an action. */

const LIMITS = require('./limits.json')

/** `*` stands for any part of a name. */
const matches = (patterns, name) =>
  patterns === undefined || (name && patterns.some(one => new RegExp(`^${one.replace('*', '.*')}$`).test(name)))

/** The limit that applies to a use of `item` on the block or mob `target`, or undefined. Either may be null. */
const limitOf = ({ item, target }) =>
  LIMITS.find(({ items, targets }) => matches(items, item) && matches(targets, target))

module.exports = { LIMITS, limitOf }
