'use strict'
/**
 * A saved world on disk: one JSON file in a directory of its own, replaced as a whole, so that a crash leaves the last
 * one.
 *
 * It fits one arena and one seed of this version of the server; any other is refused and left as it is.
 */

const fs = require('node:fs')
const path = require('node:path')

const FORMAT = 1
const FILE = 'world.json'
const refuse = message => { throw Object.assign(new Error(message), { code: 'OTHER_WORLD' }) }

/** { format, version, arena, seed }: what a saved world has to be. */
const nature = ({ version, arena, seed }) => ({ format: FORMAT, version, arena, seed })

/** What was saved there, or null. Throws OTHER_WORLD for what is no world, or another one. */
function load (directory, world) {
  const file = path.join(directory, FILE)
  let kept
  try {
    kept = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    refuse(`${file} cannot be read as a saved world (${error.code ?? error.name}); choose another directory`)
  }
  for (const [key, due] of Object.entries(nature(world))) {
    if (kept?.[key] !== due) {
      const found = `${file} holds a world of ${key} ${JSON.stringify(kept?.[key])}, not ${JSON.stringify(due)}`
      refuse(`${found}; start that one, or choose another directory`)
    }
  }
  return kept.world
}

/** Writes it beside the old one and puts it in its place; done when this returns. */
function store (directory, world, content) {
  fs.mkdirSync(directory, { recursive: true })
  const file = path.join(directory, FILE)
  const fresh = `${file}.new`
  const handle = fs.openSync(fresh, 'w')
  try {
    fs.writeFileSync(handle, JSON.stringify({ ...nature(world), world: content }))
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(fresh, file)
}

module.exports = { load, store }
