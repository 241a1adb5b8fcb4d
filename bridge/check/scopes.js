'use strict'
/** Where each name in a program is bound, and what is known about its value. */
const { all, parts, keyOf, isFunction } = require('./tree')

const OPENING = [
  'Program', 'BlockStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'CatchClause', 'SwitchStatement',
  'ClassDeclaration', 'ClassExpression', 'StaticBlock'
]

/**
 * @returns {object} lookUp(identifier) -> binding or undefined; patterns: each destructuring pattern, with its source
 *
 * A binding has its name, its node, `from` (an expression, a parameter, part of another) and whether it is assigned
 * again.
 */
function scopesOf ({ root, parentOf }) {
  const scopes = new Map()
  const patterns = new Map()
  const opens = node => OPENING.includes(node.type) || isFunction(node)
  const scopeAt = node => {
    for (let at = node; at; at = parentOf(at)) if (scopes.has(at)) return scopes.get(at)
  }
  const hostOf = (node, test) => {
    for (let at = parentOf(node); at; at = parentOf(at)) if (test(at)) return at
    return root
  }

  for (const node of all(root)) if (opens(node)) scopes.set(node, new Map())

  function declare (host, pattern, from) {
    if (!pattern) return
    if (pattern.type === 'Identifier') {
      const known = scopes.get(host).get(pattern.name)
      scopes
        .get(host)
        .set(pattern.name, { name: pattern.name, node: pattern, from: known ? null : from, assigned: Boolean(known) })
    } else if (pattern.type === 'AssignmentPattern') declare(host, pattern.left, from)
    else if (pattern.type === 'RestElement') declare(host, pattern.argument, null)
    else if (pattern.type === 'ArrayPattern') {
      pattern.elements.forEach(part => declare(host, part, from && { element: from }))
    } else if (pattern.type === 'ObjectPattern') {
      if (from) patterns.set(pattern, from)
      for (const part of pattern.properties) {
        if (part.type === 'RestElement') declare(host, part.argument, null)
        else declare(host, part.value, from && { member: from, key: keyOf(part) })
      }
    }
  }

  for (const node of all(root)) {
    const block = () => hostOf(node, opens)
    if (node.type === 'VariableDeclaration') {
      const host = node.kind === 'var' ? hostOf(node, at => isFunction(at) || at.type === 'Program') : block()
      const loop = parentOf(node)
      const each = loop.type === 'ForOfStatement' && loop.left === node ? { element: { expression: loop.right } } : null
      for (const part of node.declarations) declare(host, part.id, part.init ? { expression: part.init } : each)
    } else if (isFunction(node)) {
      if (node.type === 'FunctionDeclaration') declare(block(), node.id, { expression: node })
      else if (node.id) declare(node, node.id, { expression: node })
      node.params.forEach((param, index) => declare(node, param, { parameter: index, of: node }))
      if (node.type !== 'ArrowFunctionExpression') {
        scopes.get(node).set('arguments', { name: 'arguments', node, from: null })
      }
    } else if (node.type === 'ClassDeclaration') declare(block(), node.id, null)
    else if (node.type === 'ClassExpression' && node.id) declare(node, node.id, null)
    else if (node.type === 'CatchClause') declare(node, node.param, null)
  }

  function lookUp (identifier) {
    for (let at = identifier; at; at = parentOf(at)) {
      const found = scopes.get(at)?.get(identifier.name)
      if (found) return found
    }
  }

  function inReach (identifier) {
    const names = []
    for (let at = identifier; at; at = parentOf(at)) names.push(...(scopes.get(at)?.keys() ?? []))
    return names
  }

  for (const target of assignments(root)) {
    for (const name of targets(target)) {
      const binding = lookUp(name)
      if (binding) binding.assigned = true
    }
  }
  return { lookUp, inReach, patterns, scopeAt }
}

/** The targets of all assignments: identifiers, members and patterns. */
function * assignments (root) {
  for (const node of all(root)) {
    if (node.type === 'AssignmentExpression') yield node.left
    else if (node.type === 'UpdateExpression') yield node.argument
    else if (node.type === 'UnaryExpression' && node.operator === 'delete') yield node.argument
    else if (/^For(In|Of)Statement$/.test(node.type) && node.left.type !== 'VariableDeclaration') yield node.left
  }
}

/** The identifiers that a target assigns; the object of a member is only read. */
function * targets (target) {
  if (target.type === 'Identifier') yield target
  else if (target.type === 'AssignmentPattern') yield * targets(target.left)
  else if (target.type === 'Property') yield * targets(target.value)
  else if (/Pattern$|RestElement/.test(target.type)) for (const part of parts(target)) yield * targets(part)
}

module.exports = { scopesOf, assignments, targets }
