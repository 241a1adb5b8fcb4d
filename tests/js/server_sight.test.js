'use strict'
/** Who comes back to a crowd sees all that stand there, those who stand still, too. */

const { openWorld } = require('./server_raw')
const { test } = require('node:test')
const assert = require('node:assert/strict')

const FAR = 200 // blocks; nobody is seen from so far

/** The ids that a client was shown and not told to forget. */
function watch ({ client }) {
  const seen = new Set()
  client.on('named_entity_spawn', ({ entityId }) => seen.add(entityId))
  client.on('spawn_entity_living', ({ entityId }) => seen.add(entityId))
  client.on('entity_destroy', ({ entityIds }) => entityIds.forEach(id => seen.delete(id)))
  return seen
}

/** Stands somewhere else from now on; those who see it are told after two blocks of walking. */
function stand ({ player }, x, told = true) {
  player.position.x = x
  if (told) player.updateAndSpawn()
}

test('who comes back sees who stands still, though another moves meanwhile', async () => {
  const world = await openWorld()
  try {
    const still = await world.connect('Still')
    const moves = await world.connect('Moves')
    const returns = await world.connect('Returns')
    const { serv } = world
    const { position } = still.player
    const cow = serv.spawnMob(serv.registry.entitiesByName.cow.id, still.player.world, position.clone())
    const seen = watch(returns)
    const home = position.x
    stand(returns, home + FAR)
    await world.ticks(5)
    assert.equal(seen.size, 0)
    stand(returns, home + 100, false)
    stand(moves, home + 3)
    cow.updateAndSpawn()
    stand(returns, home + 90)
    await world.until(() => seen.size >= 2)
    await world.ticks(5)
    assert.deepEqual([...seen].sort(), [still.player.id, moves.player.id, cow.id].sort())
    stand(returns, home + FAR)
    await world.until(() => !seen.size)
  } finally {
    world.close()
  }
})
