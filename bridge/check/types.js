'use strict'
/**
 * The type of an expression in a program, as far as the facade's rows define it: `bot.inventory.items()` is a list of
 * items.
 */
const { keyOf, isFunction } = require('./tree')

const SAME_LIST = ['filter', 'slice', 'sort', 'reverse', 'concat', 'toSorted', 'toReversed']
const ONE_OF_LIST = ['find', 'findLast', 'at', 'pop', 'shift']
const HAND_ONE = ['filter', 'map', 'flatMap', 'find', 'findLast', 'findIndex', 'some', 'every', 'forEach']
const UNKNOWN = {}

/**
 * A type is `{ says, members, each, promise, method, frozen }`; fields that are not known are left out.
 * @param {object} offer - see offer.js
 * @param {object} tasks - skill or step by name -> whether it has to be awaited
 */
function typesOf ({ offer, tasks, tree, scopes, lookUp = scopes.lookUp }) {
  const plain = names => Object.fromEntries(names.map(name => [name, { says: 'value' }]))
  const { compartment } = offer
  const VEC3 = { says: 'Vec3', members: plain(compartment.Vec3) }
  for (const name of compartment.givesVec3) VEC3.members[name] = { given: [], answer: { says: 'Vec3' }, later: false }
  const tables = Object.fromEntries(
    Object.entries(compartment.tables).map(([name, keys]) => [name, { says: `mcData.${name}`, entries: new Set(keys) }])
  )
  const BOT = { says: 'bot', members: offer.bot, frozen: true }
  const GLOBALS = {
    bot: BOT,
    mcData: { says: 'mcData', members: { ...plain(compartment.mcData), ...tables }, frozen: true },
    rules: {
      says: 'rules',
      members: Object.fromEntries(Object.entries(compartment.rules).map(([name, keys]) => [
        name, keys.length ? { says: `rules.${name}`, members: plain(keys), frozen: true } : { says: 'value' }
      ])),
      frozen: true
    },
    goals: { says: 'goals', members: plain(compartment.goals), frozen: true },
    Math: { says: 'Math', members: plain(compartment.Math), frozen: true },
    console: { says: 'console', members: plain(compartment.console), frozen: true },
    globalThis: { says: 'globalThis', members: plain([...compartment.globals, ...Object.keys(tasks)]), frozen: true }
  }
  const known = new Map()

  function typeOf (node) {
    if (known.has(node)) return known.get(node)
    known.set(node, UNKNOWN) // a name that hangs on itself
    const found = reckon(node) ?? UNKNOWN
    known.set(node, found)
    return found
  }

  /** Converts a row of the facade to a type. */
  function asType (row) {
    if (!row) return UNKNOWN
    if ('given' in row) return { says: 'method', method: row }
    if (row.says === 'Vec3') return VEC3
    return row.members && row.frozen === undefined ? { ...row, frozen: true } : row
  }

  function member (type, key) {
    if (type.members) return Object.hasOwn(type.members, key) ? asType(type.members[key]) : UNKNOWN
    if (type.each && (/^\d+$/.test(key) || type.says.endsWith('by name') || type.says.endsWith('by id'))) {
      return asType(type.each)
    }
    return UNKNOWN
  }

  function reckon (node) {
    switch (node.type) {
      case 'Identifier': return named(node)
      case 'ChainExpression': case 'ParenthesizedExpression': return typeOf(node.expression)
      case 'AwaitExpression': {
        const type = typeOf(node.argument)
        return type.promise ?? type
      }
      case 'MemberExpression': {
        const type = typeOf(node.object)
        const key = keyOf(node)
        return key !== undefined ? member(type, key) : type.each ? asType(type.each) : UNKNOWN
      }
      case 'CallExpression': return called(node)
      case 'NewExpression': return node.callee.type !== 'Identifier' || lookUp(node.callee)
        ? UNKNOWN
        : { Vec3: VEC3, Movements: { says: 'Movements', members: plain(compartment.Movements) } }[node.callee.name]
      case 'LogicalExpression': {
        const [left, right] = [typeOf(node.left), typeOf(node.right)]
        const empty = (node.right.type === 'Literal' && node.right.value === null) || node.right.name === 'undefined'
        return empty || (left.says !== undefined && left.says === right.says) ? left : UNKNOWN
      }
      case 'FunctionDeclaration': case 'FunctionExpression': case 'ArrowFunctionExpression':
        return node.async && !node.generator
          ? { says: 'function', method: { given: [], answer: null, later: true } }
          : UNKNOWN
    }
  }

  function named (node) {
    const binding = lookUp(node)
    if (!binding) {
      if (Object.hasOwn(GLOBALS, node.name)) return GLOBALS[node.name]
      return tasks[node.name] ? { says: 'skill', method: { given: [], answer: null, later: true } } : UNKNOWN
    }
    return binding.assigned ? UNKNOWN : source(binding.from, binding.name)
  }

  /** The type of a bound value: an expression, a parameter, or a part of either. */
  function source (from, name) {
    if (!from) return UNKNOWN
    if (from.expression) return typeOf(from.expression)
    if (from.member) return from.key === undefined ? UNKNOWN : member(source(from.member), from.key)
    if (from.element) return asType(source(from.element).each)
    return name === 'bot' ? BOT : handed(from)
  }

  /** The type of an argument that a callback gets from the function to which it is passed. */
  function handed ({ parameter, of }) {
    let [argument, call] = [of, tree.parentOf(of)]
    if (call?.type === 'Property' && ['matching', 'useExtraInfo'].includes(keyOf(call))) {
      argument = tree.parentOf(call)
      call = tree.parentOf(argument)
    }
    if (call?.type !== 'CallExpression') return UNKNOWN
    const given = typeOf(call.callee).method?.given?.[call.arguments.indexOf(argument)]
    if (given) return asType(given.handed?.[parameter])
    if (call.callee.type !== 'MemberExpression') return UNKNOWN
    const list = typeOf(call.callee.object)
    const key = keyOf(call.callee)
    return list.each && ((parameter === 0 && HAND_ONE.includes(key)) || (parameter < 2 && key === 'sort'))
      ? asType(list.each)
      : UNKNOWN
  }

  function called (node) {
    const { method } = typeOf(node.callee)
    if (method) return method.later ? { says: 'promise', promise: asType(method.answer) } : asType(method.answer)
    if (isFunction(node.callee) || node.callee.type !== 'MemberExpression') return UNKNOWN
    const key = keyOf(node.callee)
    if (key === 'values' && node.callee.object.name === 'Object' && node.arguments.length === 1) {
      const { each } = typeOf(node.arguments[0])
      return each && { says: 'list', each }
    }
    const list = typeOf(node.callee.object)
    if (!list.each) return UNKNOWN
    return SAME_LIST.includes(key) ? list : ONE_OF_LIST.includes(key) ? asType(list.each) : UNKNOWN
  }

  return { typeOf, source }
}

module.exports = { typesOf }
