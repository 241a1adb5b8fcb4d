'use strict'
/** All codes that an outcome can have, and their meanings. The same list is in outcome.py; a test compares the two. */
const OF_SKILLS = { // what a skill says with fail(code, message), and what errors of the game are mapped to
  NOT_FOUND: 'the block, mob or item that the skill needs is not here, or not in sight',
  NO_PATH: 'the bot cannot get to the place',
  MISSING_ITEM: 'the bot does not hold something that it needs',
  NEEDS_TABLE: 'the recipe needs a crafting table within reach',
  NEEDS_TOOL: 'the bot holds no tool that can do this',
  INVENTORY_FULL: 'the inventory has no room for the item',
  OUT_OF_REACH: 'the block, mob or player is out of reach, or behind something',
  NOT_RECEIVED: 'the receiver did not get the items',
  NO_SPACE: 'there is no place to put the block or item',
  NO_EFFECT: 'the action was done, but nothing changed',
  DIED: 'the bot died',
  BAD_ARGUMENT: 'an argument of the skill is invalid'
}
const OF_SANDBOX = {
  TIMEOUT: 'the program did not end within its time limit in game seconds',
  STOPPED: 'the program was stopped',
  SYNTAX: 'the text is not valid JavaScript, or has no function with the name of the skill',
  PROGRAM_ERROR: 'the program threw an error that was not made by fail()',
  LIMIT: 'the program exceeded one of the limits below',
  FORBIDDEN: 'the program tried something forbidden'
}
const FROM_OUTSIDE = {
  UNRESPONSIVE: 'the bot\'s process was busy for too long and was killed',
  OUT_OF_MEMORY: 'the bot\'s process used too much memory and was killed',
  CRASHED: 'the bot\'s process died',
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
