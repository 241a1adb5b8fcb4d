'use strict'
/**
 * Gives each error a code: errors that a skill made with fail(), errors of mineflayer and its plugins, and all others.
 *
 * A code is bound to its error in a WeakMap, so a program cannot claim one by setting a property. Programs can read
 * `e.code`. The table below is the one place where messages of mineflayer and mineflayer-pathfinder are interpreted.
 */
const { isProxy } = require('node:util/types')
const { OF_SKILLS } = require('./codes')

const MAX_MESSAGE = 400
const codes = new WeakMap()
const results = new WeakMap()

const THIRD_PARTY = [
  [/no path to the goal|took to long to decide path|goal was changed|path was stopped|stands still/i, 'NO_PATH'],
  [/recipe requires craftingtable|non craftingtable used/i, 'NEEDS_TABLE'],
  [/missing ingredient|can't find .* in slots|must be holding an item/i, 'MISSING_ITEM'],
  [/not enough item|no .* in inventory/i, 'MISSING_ITEM'],
  [/bot inventory is full/i, 'INVENTORY_FULL'],
  [/destination full/i, 'NO_SPACE'],
  [/dig time for .* is infinity/i, 'NEEDS_TOOL'],
  [/block not in view|too far/i, 'OUT_OF_REACH'],
  [/digging aborted|that the block is gone|block is still/i, 'NO_EFFECT'],
  [/server refused to place|did not answer the placement/i, 'NO_EFFECT'],
  [/block has been placed|server rejected transaction|didn't respond to transaction/i, 'NO_EFFECT'],
  [/event .* did not fire|timeout|food is full|consuming cancelled/i, 'NO_EFFECT'],
  [/cant click the bed|bed is occupied|it's not night|already sleeping|monsters nearby/i, 'NO_EFFECT'],
  [/undefined or null block|invalid item object|neither a block nor an entity/i, 'BAD_ARGUMENT'],
  [/non-container window|not a furnace-like|not a bed block|cannot read propert/i, 'BAD_ARGUMENT']
]

/** A new error with a code. */
function coded (code, message) {
  const error = new Error(String(message).slice(0, MAX_MESSAGE))
  Object.defineProperty(error, 'code', { value: code, enumerable: true })
  codes.set(error, code)
  return error
}

/**
 * The function `fail` for skills: `throw fail('NOT_FOUND', 'no sugar_cane within 32 blocks')`.
 * @param {*} [result] - plain data: what was achieved nevertheless, in the form of the skill's result
 */
function fail (code, message, result = null) {
  if (!OF_SKILLS.includes(code)) {
    return coded('PROGRAM_ERROR', `fail() does not know the code ${String(code).slice(0, 40)}: ${message}`)
  }
  const error = coded(code, message)
  results.set(error, result)
  return error
}

/** Turns an error of a third party into a coded one that contains only its message. */
function fromThirdParty (error) {
  if (codes.has(error)) return error
  const message = String(error?.message ?? error)
  const code = THIRD_PARTY.find(([pattern]) => pattern.test(message))?.[1] ?? 'PROGRAM_ERROR'
  return coded(code, message)
}

/** Describes a value that a program threw, as {code, message, at, result}. Never throws. */
function describe (error) {
  try {
    const stack = String(error?.stack ?? '')
    const message = String(error?.message ?? error).slice(0, MAX_MESSAGE)
    const told = (code, message) => ({ code, message, at: place(stack), result: results.get(error) ?? null })
    if (codes.has(error)) return told(codes.get(error), message)
    if (/SES_IMPORT_REJECTED/.test(message)) return told('FORBIDDEN', 'a program may not contain import()')
    if (error instanceof SyntaxError) return told('SYNTAX', message)
    if (error instanceof RangeError && /call stack/.test(message)) return told('LIMIT', 'endless recursion')
    const name = error instanceof Error ? `${String(error.name).slice(0, 40)}: ` : 'thrown: '
    return told('PROGRAM_ERROR', name + message)
  } catch {
    const message = 'the program threw something that cannot be printed'
    return { code: 'PROGRAM_ERROR', message, at: null, result: null }
  }
}

/**
 * The message of an error that occurs after a program's end, for example of a rejected promise. Runs no code of the
 * program, which has no lease any more: calls no getters or proxies, and does not read the stack, because computing a
 * stack would call them.
 */
function saying (error) {
  if (error === null || typeof error !== 'object') {
    return typeof error === 'function' ? 'a function' : String(error).slice(0, MAX_MESSAGE)
  }
  const message = isProxy(error) ? undefined : Object.getOwnPropertyDescriptor(error, 'message')?.value
  return typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : 'something that cannot be printed'
}

/** The code that was given to an error, or undefined. */
const codeOf = error => codes.get(error)

/**
 * The innermost line of the guest's code in a stack and, if that line is in a skill, the program's line that called it.
 * A program can write a stack of its own, so the lengths that are read are limited.
 */
function place (stack) {
  const found = /skill:([\w$]{1,100}):(\d{1,7})(?!\d)/.exec(stack)
  const caller = found && found[1] !== 'program' && /skill:program:(\d{1,7})(?!\d)/.exec(stack)
  return found && { skill: found[1], line: Number(found[2]), ...(caller && { program: Number(caller[1]) }) }
}

module.exports = { coded, fail, fromThirdParty, describe, saying, codeOf }
