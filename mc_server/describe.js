'use strict'
/**
 * Prints arenas as JSON, without a server: `describe.js` the cards of all, `describe.js NAME SEED` one as it is made.
 *
 * Knows the generators alone; the arena's name is one that there is.
 */

const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, 'arenas')

const names = fs.readdirSync(FOLDER).filter(file => file.endsWith('.js')).map(file => file.slice(0, -3)).sort()

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

if (require.main === module) {
  const [name, seed] = process.argv.slice(2)
  const load = name => require(path.join(FOLDER, `${name}.js`))
  const answer = name
    ? describe(load(name)(Number(seed)))
    : names.map(name => ({ name, ...load(name).card }))
  process.stdout.write(JSON.stringify(answer))
}

module.exports = { names, describe }
