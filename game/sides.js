'use strict'
/** The sides of a block, each as a vector, by the number that a click has for it. */
const { Vec3 } = require('vec3')

module.exports = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]].map(side => new Vec3(...side))
