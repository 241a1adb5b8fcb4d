'use strict'
/**
 * A saved world on disk: one JSON file in a directory of its own. The file is replaced as a whole, so that the last
 * version survives a crash.
 *
 * A file is valid for one arena and one seed of this version of the server; any other file is refused and left
 * unchanged.
 */

const fs = require('node:fs')
const path = require('node:path')

const FORMAT = 1
const FILE = 'world.json'
const refuse = message => { throw Object.assign(new Error(message), { code: 'OTHER_WORLD' }) }

/** { format, version, arena, seed }: the identity that a saved world must have. */
const nature = ({ version, arena, seed }) => ({ format: FORMAT, version, arena, seed })

/** The saved world, or null. Throws OTHER_WORLD if the file contains no world, or another world. */
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

/** Writes a new file and then replaces the old one with it; the file is complete when this returns. */
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
