'use strict'
/**
 * Which blocks cover the sides of their neighbours. Nobody can click a covered side, so nothing can be placed there.
 * A placed block takes the place of a replaceable one, and a second slab is placed into the first.
 */
const { replaceable } = require('./facts.json')

const covers = ({ name, boundingBox }) =>
  boundingBox === 'block' && !replaceable.includes(name) && !name.endsWith('_slab')

module.exports = { covers, replaceable: new Set(replaceable) }
