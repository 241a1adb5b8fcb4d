'use strict'
/** The name tag of an animal, in the metadata of its entity. In our worlds it bears the name of the owner. */

const TEXT = 2
const SHOWN = 3
const [CHAT, FLAG] = [5, 7] // types of values in the protocol

/** The metadata entries of an animal that bears a name. */
const writeTag = name => [
  { key: TEXT, type: CHAT, value: JSON.stringify({ text: name }) }, { key: SHOWN, type: FLAG, value: true }
]

/** The name on the tag of an entity that is no player; null if it bears none. */
function readTag ({ type, metadata }) {
  const told = metadata?.[TEXT]
  if (type === 'player' || typeof told !== 'string') return null
  try { return JSON.parse(told).text || null } catch { return null }
}

module.exports = { writeTag, readTag }
