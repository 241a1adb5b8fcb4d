'use strict'
/** Names that a program uses but that do not exist: free names, members of the facade's objects, codes, events. */
const { advice } = require('./nearest')
const { assignments, targets } = require('./scopes')
const { all, keyOf, parts } = require('./tree')

const MODULES = { vec3: 'Vec3', 'minecraft-data': 'mcData', 'mineflayer-pathfinder': 'goals, Movements and the Goals' }
const ESCAPES = [
  'constructor', '__proto__', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'
]
const TOP = ['module', 'exports']
const GUIDE = 'docs/skills.md lists all names'

/** @param {object} program - tree, scopes, types, offer, tasks; say(node, rule, message) */
function checkNames ({ tree, scopes, types, offer, tasks, say }) {
  const offered = [...offer.compartment.globals, ...Object.keys(tasks)]
  const known = new Set([...offered, ...TOP])
  const { root, parentOf } = tree
  const { typeOf } = types

  for (const node of all(root)) {
    if (node.type === 'Identifier') checkFree(node)
    else if (node.type === 'MemberExpression') checkMember(node)
    else if (node.type === 'ObjectPattern') checkPattern(node)
    else if (node.type === 'CallExpression') checkCall(node)
    else if (node.type === 'ExpressionStatement') checkStatement(node)
    else if (node.type === 'ImportExpression') {
      say(node, 'import', 'import() is not available to skills; everything offered can be used directly')
    }
  }
  for (const target of assignments(root)) checkAssigned(target)

  function checkFree (node) {
    if (scopes.lookUp(node)) return
    const { name } = node
    if (parentOf(node).type === 'UnaryExpression' && parentOf(node).operator === 'typeof') return
    if (name === 'require') return checkRequire(node)
    if (['eval', 'Function'].includes(name)) {
      return say(node, 'eval', `${name} creates code that cannot be checked; write the code directly`)
    }
    if (!known.has(name)) {
      say(node, 'name', `there is no ${name} for skills; ${advice(name, [...offered, ...scopes.inReach(node)], GUIDE)}`)
    }
  }

  function checkRequire (node) {
    const call = parentOf(node)
    const wanted = call.type === 'CallExpression' && call.callee === node ? call.arguments[0]?.value : undefined
    const instead = Object.hasOwn(MODULES, wanted ?? '')
      ? `remove it: you can use ${MODULES[wanted]} directly`
      : 'everything that skills may use is available by name'
    say(node, 'require', `require is not available to skills; ${instead}`)
  }

  function checkMember (node) {
    const key = keyOf(node)
    if (key === undefined) return
    checkKey(typeOf(node.object), key, node.property)
    const { entries, says } = typeOf(node.object)
    const holder = parentOf(node)
    const isRead = holder.type === 'MemberExpression' && holder.object === node && !holder.optional
    if (entries && !entries.has(key) && isRead) {
      const instead = advice(key, entries, 'leave it out, or check first whether it exists')
      say(node.property, 'data', `${says} of Minecraft ${offer.version} has no ${key}; ${instead}`)
    }
  }

  function checkPattern (node) {
    if (!scopes.patterns.has(node)) return
    const type = types.source(scopes.patterns.get(node))
    for (const part of node.properties) {
      if (part.type === 'Property' && keyOf(part) !== undefined) checkKey(type, keyOf(part), part.key)
    }
  }

  function checkKey ({ members, says }, key, at) {
    if (ESCAPES.includes(key)) {
      return say(at, 'name', `${key} gives access to things that are not offered; leave it out`)
    }
    if (!members || Object.hasOwn(members, key) || offer.compartment.everything.includes(key)) return
    const holder = says === 'object' ? 'it' : says
    say(at, 'member', `${holder} has no ${key} for skills; ${advice(key, Object.keys(members), GUIDE)}`)
  }

  function checkCall ({ callee, arguments: given }) {
    const [first] = given
    if (first?.type !== 'Literal' || typeof first.value !== 'string') return
    if (isFail(callee)) {
      checkWord(first, 'code', `fail() does not know the code ${first.value}`, offer.codes.OF_SKILLS)
    } else if (listens(callee)) {
      checkWord(first, 'event', `there is no event ${first.value} for skills`, Object.keys(offer.events))
    }
  }

  function checkWord (node, rule, complaint, words) {
    if (words.includes(node.value)) return
    say(node, rule, `${complaint}; ${advice(node.value, words, `take one of ${words.join(', ')}`)}`)
  }

  function isFail (callee) {
    return callee.type === 'Identifier' && callee.name === 'fail' && !scopes.lookUp(callee)
  }

  /** Whether the called function is bot.on or bot.once. */
  function listens (callee) {
    const isMethod = callee.type === 'MemberExpression' && ['on', 'once'].includes(keyOf(callee))
    return isMethod && typeOf(callee.object).says === 'bot'
  }

  function checkStatement ({ expression }) {
    if (typeOf(expression).promise) {
      say(expression, 'await', `${nameOf(expression)} takes game time and is not waited for; write await before it`)
    }
    const { type, callee } = expression
    if (type === 'CallExpression' && isFail(callee)) {
      say(expression, 'code', 'fail() only creates the error; write throw before it')
    }
  }

  function nameOf (expression) {
    const call = expression.type === 'ChainExpression' ? expression.expression : expression
    return call.callee ? `${tree.textOf(call.callee).replace(/\s+/g, ' ').slice(0, 40)}()` : 'this'
  }

  function checkAssigned (target) {
    for (const name of targets(target)) {
      if (!scopes.lookUp(name) && offered.includes(name.name)) {
        say(name, 'name', `${name.name} cannot be changed; use another name`)
      }
    }
    const todo = [target]
    while (todo.length) {
      const node = todo.pop()
      if (node.type === 'MemberExpression') {
        if (typeOf(node.object).frozen) {
          say(node, 'member', `${typeOf(node.object).says} cannot be changed; keep it in a variable of your own`)
        }
      } else if (/Pattern$|^Property$|RestElement/.test(node.type)) todo.push(...parts(node))
    }
  }
}

module.exports = { checkNames }
