'use strict'
/** Every code an outcome can carry, and what it says. The same list stands in outcome.py; a test compares them. */
const OF_SKILLS = { // what a skill says with fail(code, message), and what errors of the game are mapped to
  NOT_FOUND: 'what is looked for is not here, or not in sight',
  NO_PATH: 'there is no way to it',
  MISSING_ITEM: 'something that is needed is not held',
  NEEDS_TABLE: 'the recipe needs a crafting table within reach',
  NEEDS_TOOL: 'no tool that can do this is held',
  INVENTORY_FULL: 'the inventory has no room for it',
  OUT_OF_REACH: 'it is out of reach, or behind something',
  NOT_RECEIVED: 'the other did not receive what was given',
  NO_SPACE: 'there is no place to put it',
  NO_EFFECT: 'it was done, and nothing changed',
  DIED: 'the bot died',
  BAD_ARGUMENT: 'an argument of the skill makes no sense'
}
const OF_SANDBOX = {
  TIMEOUT: 'it was not done within its game seconds',
  STOPPED: 'it was stopped',
  SYNTAX: 'its text is not valid JavaScript, or has no function of its name',
  PROGRAM_ERROR: 'it threw an error that was not made by fail()',
  LIMIT: 'it exceeded one of the limits below',
  FORBIDDEN: 'it tried something forbidden'
}
const FROM_OUTSIDE = {
  UNRESPONSIVE: 'it computed endlessly and was killed',
  OUT_OF_MEMORY: 'it used too much memory and was killed',
  CRASHED: 'its process died',
  DISCONNECTED: 'the server disconnected the bot'
}
const MEANING = { ...OF_SKILLS, ...OF_SANDBOX, ...FROM_OUTSIDE }

module.exports = {
  OF_SKILLS: Object.keys(OF_SKILLS),
  OF_SANDBOX: Object.keys(OF_SANDBOX),
  FROM_OUTSIDE: Object.keys(FROM_OUTSIDE),
  CODES: Object.keys(MEANING),
  MEANING
}
