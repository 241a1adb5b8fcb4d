'use strict'
/**
 * The syntax tree of a program: its nodes, their parents, and their positions. The program is only parsed, never run.
 */
const acorn = require('acorn')

const STRICT = "'use strict';" // as the compartment reads it
const NAMES_NOT_READ = {
  MemberExpression: 'property', Property: 'key', MethodDefinition: 'key', PropertyDefinition: 'key'
}
const LABELLED = ['LabeledStatement', 'BreakStatement', 'ContinueStatement']

/** @returns {object} root, comments, at(node), parentOf(node). Throws acorn's SyntaxError with a corrected `loc`. */
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

/** The nodes directly in a node, except keys and labels, which refer to nothing. */
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

/** A node and all nodes in it, in the order of the text; `into` decides whether a node's parts are included. */
function * all (node, into = () => true) {
  const todo = [node]
  while (todo.length) {
    const next = todo.pop()
    yield next
    if (next === node || into(next)) todo.push(...parts(next).sort((a, b) => b.start - a.start))
  }
}

/** The name by which a member is accessed, if the text contains it; undefined if it is computed. */
function keyOf ({ computed, property, key = property }) {
  if (!computed) return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
  if (key.type === 'Literal') return String(key.value)
  if (key.type === 'TemplateLiteral' && key.quasis.length === 1) return key.quasis[0].value.cooked
}

module.exports = { parse, all, parts, keyOf, isFunction }
