'use strict'
/** The name tag of an animal, in the metadata of its entity. In our worlds it bears the name of the owner. */

const { monsters } = require('../game/facts')

const MONSTERS = new Set(monsters)
const TEXT = 2
const SHOWN = 3
const [CHAT, FLAG] = [5, 7] // types of values in the protocol

/** The metadata entries of an animal that bears a name. */
const writeTag = name => [
  { key: TEXT, type: CHAT, value: JSON.stringify({ text: name }) }, { key: SHOWN, type: FLAG, value: true }
]

/** The name on the tag of an animal or a villager; null if it bears none. Players and monsters belong to nobody. */
function readTag ({ type, name, metadata }) {
  const told = metadata?.[TEXT]
  if (type === 'player' || MONSTERS.has(name) || typeof told !== 'string') return null
  try { return textOf(JSON.parse(told)) || null } catch { return null }
}

/** The text of a chat component: a string, a list of components, or an object with a text and more components. */
function textOf (component) {
  if (typeof component === 'string') return component
  if (Array.isArray(component)) return component.map(textOf).join('')
  const { text = '', extra = [] } = component ?? {}
  return text + textOf(extra)
}

/** Gives entities the property `owner`, so that programs read tags as the guard does. */
function addOwners (bot) {
  Object.defineProperty(Object.getPrototypeOf(bot.entity), 'owner', {
    configurable: true, get () { return readTag(this) }
  })
}

module.exports = { writeTag, readTag, addOwners }
