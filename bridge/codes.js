'use strict'
/** Every code an outcome can carry. The same list stands in outcome.py; a test compares them. */
const OF_SKILLS = [ // what a skill says with fail(code, message), and what errors of the game are mapped to
  'NOT_FOUND', 'NO_PATH', 'MISSING_ITEM', 'NEEDS_TABLE', 'NEEDS_TOOL', 'INVENTORY_FULL', 'OUT_OF_REACH', 'NOT_RECEIVED',
  'NO_SPACE', 'NO_EFFECT', 'DIED', 'BAD_ARGUMENT'
]
const OF_SANDBOX = ['TIMEOUT', 'STOPPED', 'SYNTAX', 'PROGRAM_ERROR', 'LIMIT', 'FORBIDDEN']
const FROM_OUTSIDE = ['UNRESPONSIVE', 'OUT_OF_MEMORY', 'CRASHED', 'DISCONNECTED']

module.exports = { OF_SKILLS, OF_SANDBOX, FROM_OUTSIDE, CODES: [...OF_SKILLS, ...OF_SANDBOX, ...FROM_OUTSIDE] }
