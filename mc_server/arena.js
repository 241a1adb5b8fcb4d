'use strict'
/**
 * Makes an arena from its file and a seed. The file is one of ours, or belongs to another package.
 *
 * A file exports a function whose arguments are the seed and the tools that our own files use. A file of another
 * package is trusted as much as the package: it runs in the server's process, outside any sandbox, as our own files do.
 */

const fs = require('node:fs')
const path = require('node:path')
const prng = require('./prng')
const { Canvas, ...levels } = require('./canvas')
const landscape = require('./landscape')

const FOLDER = path.join(__dirname, 'arenas')
const TOOLS = Object.freeze({ prng, Canvas, ...levels, ...landscape })

/** Ours. */
const names = fs.readdirSync(FOLDER).filter(file => file.endsWith('.js')).map(file => file.slice(0, -3)).sort()

const fail = (code, message) => { throw Object.assign(new Error(message), { code }) }

/** `file`: the path, if the arena belongs to another package. */
function load (name, file) {
  if (!file && !names.includes(name)) fail('NO_ARENA', `there is no arena ${name}; choose from ${names.join(', ')}`)
  return require(file ?? path.join(FOLDER, `${name}.js`))
}

/**
 * Throws BAD_ARENA if a file of another package produces no arena. `commons`: the { resource, units } that the arena
 * must have; throws NO_COMMONS if it has no commons.
 */
function makeArena (name, seed, file, commons = null) {
  let made
  try { made = load(name, file)(seed, TOOLS, commons ?? undefined) } catch (error) {
    if (!file) throw error
    fail('BAD_ARENA', String(error?.message ?? error))
  }
  const whole = made?.canvas instanceof Canvas && made.spawn?.length === 3 && made.bounds?.length === 4
  if (!whole) fail('BAD_ARENA', 'it returns no { spawn, bounds, canvas }')
  if (commons && made.commons?.resource !== commons.resource) fail('NO_COMMONS', `the arena ${name} has none`)
  return { ...made, name, seed }
}

module.exports = { names, makeArena, cardOf: (name, file) => ({ ...load(name, file).card, name }) }
