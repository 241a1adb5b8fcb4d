'use strict'
/** The syntax tree of a program: its parts, who holds whom, and where it stands. Only parsed, never run. */
const acorn = require('acorn')

const STRICT = "'use strict';" // as the compartment reads it
const NAMES_NOT_READ = {
  MemberExpression: 'property', Property: 'key', MethodDefinition: 'key', PropertyDefinition: 'key'
}
const LABELLED = ['LabeledStatement', 'BreakStatement', 'ContinueStatement']

/** @returns {object} root, comments, at(node), parentOf(node). Throws acorn's SyntaxError, its `loc` set right. */
function parse (source) {
  const comments = []
  try {
    const root = acorn.parse(STRICT + source, {
      ecmaVersion: 2024,
      sourceType: 'script',
      locations: true,
      allowAwaitOutsideFunction: false,
      onComment: (block, text, start, end, from) => comments.push({ block, text, ...place(from) })
    })
    const parents = new Map()
    const todo = [root]
    while (todo.length) { // and no recursion: a tree can be as deep as the text is long
      const node = todo.pop()
      for (const child of parts(node)) {
        parents.set(child, node)
        todo.push(child)
      }
    }
    return {
      root,
      comments,
      at: node => place(node.loc.start),
      parentOf: node => parents.get(node),
      textOf: node => source.slice(node.start - STRICT.length, node.end - STRICT.length)
    }
  } catch (error) {
    if (error.loc) error.loc = place(error.loc)
    throw error
  }
}

function place ({ line, column }) {
  return { line, column: column + 1 - (line === 1 ? STRICT.length : 0) }
}

/** The nodes in a node; names that are no references (keys, labels) are left out. */
function parts (node) {
  const found = []
  for (const key in node) {
    if (key === 'loc' || (NAMES_NOT_READ[node.type] === key && !node.computed && !node.shorthand)) continue
    if (node.shorthand && key === 'key') continue
    if (key === 'label' && LABELLED.includes(node.type)) continue
    if (node.type === 'MetaProperty') continue
    const value = node[key]
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found
}

const isNode = value => typeof value?.type === 'string' && typeof value.start === 'number'
const isFunction = node => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)

/** All nodes in a node, itself the first, in the order of the text; `into` says whether a node's parts are wanted. */
function * all (node, into = () => true) {
  const todo = [node]
  while (todo.length) {
    const next = todo.pop()
    yield next
    if (next === node || into(next)) todo.push(...parts(next).sort((a, b) => b.start - a.start))
  }
}

/** What a member is called by, as far as the text says it; undefined if it is reckoned. */
function keyOf ({ computed, property, key = property }) {
  if (!computed) return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
  if (key.type === 'Literal') return String(key.value)
  if (key.type === 'TemplateLiteral' && key.quasis.length === 1) return key.quasis[0].value.cooked
}

module.exports = { parse, all, parts, keyOf, isFunction }
