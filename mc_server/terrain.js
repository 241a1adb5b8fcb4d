'use strict'
/**
 * The generation module for flying-squid: it turns an arena's canvas into chunks.
 *
 * Outside the arena's bounds, the same flat ground continues forever, with nothing on it.
 */

const { Vec3 } = require('vec3')

const LIT = 64 // heights that get sky light

module.exports = function terrain ({ registry, arena }) {
  const Chunk = require('prismarine-chunk')(registry)
  const Block = require('prismarine-block')(registry)
  const state = (name, properties) => {
    const { defaultState } = registry.blocksByName[name]
    return properties
      ? Block.fromProperties(name, { ...Block.fromStateId(defaultState, 0).getProperties(), ...properties }, 0).stateId
      : defaultState
  }
  const flat = flatChunk(Chunk, arena.canvas.ground.map(name => state(name)), registry.biomesByName.plains.id).toJson()
  const byChunk = new Map()
  for (const { x, y, z, name, state: properties } of arena.canvas.painted()) {
    const key = `${x >> 4},${z >> 4}`
    if (!byChunk.has(key)) byChunk.set(key, [])
    byChunk.get(key).push([new Vec3(x & 15, y, z & 15), state(name, properties)])
  }
  return (cx, cz) => {
    const chunk = Chunk.fromJson(flat)
    for (const [at, id] of byChunk.get(`${cx},${cz}`) ?? []) chunk.setBlockStateId(at, id)
    return chunk
  }
}

function flatChunk (Chunk, layers, biome) {
  const chunk = new Chunk()
  const at = new Vec3(0, 0, 0)
  for (at.x = 0; at.x < 16; at.x++) {
    for (at.z = 0; at.z < 16; at.z++) {
      for (at.y = 0; at.y < layers.length; at.y++) chunk.setBlockStateId(at, layers[at.y])
      for (at.y = 0; at.y < LIT; at.y++) chunk.setSkyLight(at, 15)
      for (at.y = 0; at.y < 256; at.y += 4) chunk.setBiome(at, biome)
    }
  }
  return chunk
}
