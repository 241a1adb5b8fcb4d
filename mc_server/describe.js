'use strict'
/**
 * Prints arenas as JSON, without a server. The argument is a request in JSON: `{ cards: [{ name, file }] }` prints
 * the cards of these arenas, and `{ name, file, seed }` prints one arena's content. If a package's file fails, `{
 * name, error }` is printed for it.
 *
 * This module does not know how an arena is made.
 */

const { makeArena, cardOf } = require('./arena')

function describe (arena) {
  const { name, seed, spawn, bounds, canvas, capacity = {} } = arena
  return {
    name,
    seed,
    spawn,
    bounds,
    resources: canvas.resources(),
    capacity,
    mobs: canvas.mobs,
    buildings: canvas.buildings(),
    surface: canvas.surface()
  }
}

function attempt ({ name, file }, answer) {
  try { return answer() } catch (error) {
    if (!file) throw error
    return { name, error: String(error?.message ?? error) }
  }
}

if (require.main === module) {
  const { cards, ...one } = JSON.parse(process.argv[2])
  const answer = cards
    ? cards.map(of => attempt(of, () => cardOf(of.name, of.file)))
    : attempt(one, () => describe(makeArena(one.name, one.seed, one.file)))
  process.stdout.write(JSON.stringify(answer))
}

module.exports = { describe }
