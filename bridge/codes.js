'use strict'
/** Every code an outcome can carry, and what it says. The same list stands in outcome.py; a test compares them. */
const OF_SKILLS = { // what a skill says with fail(code, message), and what errors of the game are mapped to
  NOT_FOUND: 'what is looked for is not here, or not in sight',
  NO_PATH: 'there is no way to it',
  MISSING_ITEM: 'something is not held that is needed',
  NEEDS_TABLE: 'the recipe needs a crafting table within reach',
  NEEDS_TOOL: 'no tool is held that this can be done with',
  INVENTORY_FULL: 'there is no room left to take it',
  OUT_OF_REACH: 'it is too far for the arm, or behind something',
  NOT_RECEIVED: 'what was given did not reach the other',
  NO_SPACE: 'there is no place to put it',
  NO_EFFECT: 'it was done, and nothing changed',
  DIED: 'the bot died',
  BAD_ARGUMENT: 'what the skill was called with makes no sense'
}
const OF_SANDBOX = {
  TIMEOUT: 'it was not done within its game seconds',
  STOPPED: 'it was told to stop',
  SYNTAX: 'its text is no JavaScript, or has no function of its name',
  PROGRAM_ERROR: 'it threw an error that is none of fail()',
  LIMIT: 'it did more than one of the limits below allows',
  FORBIDDEN: 'it tried what no program may'
}
const FROM_OUTSIDE = {
  UNRESPONSIVE: 'it computed without an end and was killed',
  OUT_OF_MEMORY: 'it took too much memory and was killed',
  CRASHED: 'its process died',
  DISCONNECTED: 'the server let the bot go'
}
const MEANING = { ...OF_SKILLS, ...OF_SANDBOX, ...FROM_OUTSIDE }

module.exports = {
  OF_SKILLS: Object.keys(OF_SKILLS),
  OF_SANDBOX: Object.keys(OF_SANDBOX),
  FROM_OUTSIDE: Object.keys(FROM_OUTSIDE),
  CODES: Object.keys(MEANING),
  MEANING
}
