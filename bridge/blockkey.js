'use strict'
/**
 * One number for a block's coordinates. Blocks that are less than 2^20 blocks apart have different numbers, so this is
 * for what looks at one neighbourhood.
 */
const blockKey = (x, y, z) => ((x & 0xfffff) * 2 ** 20 + (z & 0xfffff)) * 2 ** 12 + (y & 0xfff)

module.exports = { blockKey }
