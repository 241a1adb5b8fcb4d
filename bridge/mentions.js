'use strict'
/**
 * The names in the text of a skill, found without running it: its functions, the functions that it calls, and the
 * items, blocks and mobs of later versions of the game. Reads {name: text} as JSON on standard input, and prints {name:
 * mentions}.
 *
 * A name of a later version is *needed* if the skill cannot work without it. The name is *one of several* if another
 * name, which this version knows, would do: `['oak_log', 'mangrove_log']`,
 * `b.name === 'stone' || b.name === 'deepslate'`.
 */
const acorn = require('acorn')
const dataOf = require('minecraft-data')
const { version: HERE } = require('../game/facts')

const LATER = ['1.17', '1.18', '1.19', '1.20', '1.21.1'].filter(version => dataOf(HERE).version['<'](version))
const TABLES = ['itemsByName', 'blocksByName', 'entitiesByName']
const ASKING = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'match']) // of a part of a name
const TALK = /^(chat|log|info|warn|error|debug|fail|Error|require)$/
const OFFERED = new Set(['fail', 'require', 'Vec3'])
const OPTIONS = { ecmaVersion: 2022, locations: true, allowReturnOutsideFunction: true }

const has = (table, name) => Object.hasOwn(table ?? {}, name)
const knows = (version, name) => TABLES.some(table => has(dataOf(version)[table], name))
/** The first version in which the name exists; null if that is this version, or if no version has it. */
const since = name =>
  /^[a-z][a-z0-9_]+$/.test(name) && !knows(HERE, name) ? (LATER.find(version => knows(version, name)) ?? null) : null

/** Calls `visit(node, ancestors)` for every node, with the nearest ancestor first. */
function walk (root, visit) {
  const todo = [[root, null]] // no recursion: a hostile text is as deep as it likes
  while (todo.length) {
    const [node, above] = todo.pop()
    const link = { node, above }
    visit(node, above)
    for (const key of Object.keys(node).reverse()) {
      for (const child of [node[key]].flat().reverse()) if (typeof child?.type === 'string') todo.push([child, link])
    }
  }
}

function * up (link) {
  for (; link; link = link.above) yield link.node
}

function literalsIn (node) {
  const found = []
  walk(node, n => { if (n.type === 'Literal' && typeof n.value === 'string') found.push(n.value) })
  return found
}

/** Whether the game must know a string of the text for the skill to work. */
function needsWord (literal, above) {
  const [parent] = up(above)
  const others = nodes => nodes.flatMap(literalsIn).some(word => knows(HERE, word))
  switch (parent?.type) {
    case 'MemberExpression': return isLookUp(parent) && !parent.optional && !isOptional(above)
    case 'ArrayExpression': return !others(parent.elements.filter(Boolean))
    case 'CallExpression':
    case 'NewExpression': {
      const called = parent.callee.property?.name ?? parent.callee.name ?? ''
      return !ASKING.has(called) && !TALK.test(called)
    }
    case 'Property':
      return parent.value === literal ? !isTold(above) : !others(ancestor(above, 'ObjectExpression')?.properties ?? [])
    case 'SwitchCase': return false
    case 'BinaryExpression': return needsEqual(parent, above)
    case 'TemplateLiteral':
    case 'ExpressionStatement': return false
    default: return !isTold(above)
  }
}

const ancestor = (above, type) => [...up(above)].find(node => node.type === type)

/**
 * Whether a skill that compares something with a word needs this word. A word is not needed if it is in a condition, or
 * beside a comparison with a known word.
 */
function needsEqual (comparison, above) {
  if (!/^===?$/.test(comparison.operator)) return false
  let top = comparison
  for (const node of up(above.above)) {
    if (node.type === 'LogicalExpression') top = node
    else if (['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(node.type)) return false
    else break
  }
  return !literalsIn(top).some(word => knows(HERE, word))
}

/** Whether a node is part of a text that is only said or logged. */
function isTold (above) {
  for (const node of up(above)) {
    if (node.type === 'CallExpression') return TALK.test(node.callee.property?.name ?? node.callee.name ?? '')
    if (/Statement|Declaration|Function/.test(node.type)) return false
  }
  return false
}

const tableOf = node => node.object?.property?.name ?? node.object?.name
const isLookUp = node =>
  node.type === 'MemberExpression' && /^(items|blocks|entities|foods)ByName$/.test(tableOf(node) ?? '')

/**
 * Whether the node is in a look-up like `mcData.itemsByName.raw_iron?.id`, or in one whose result is only tested for
 * existence.
 */
function isOptional (above) {
  const around = [...up(above)]
  const at = around.findIndex(isLookUp)
  const outer = around[at + 1]
  if (outer?.type === 'MemberExpression') return outer.optional === true
  return [
    'IfStatement', 'LogicalExpression', 'UnaryExpression', 'ConditionalExpression', 'VariableDeclarator',
    'ReturnStatement'
  ].includes(outer?.type)
}

function namesOf (pattern) {
  const found = []
  if (pattern) walk(pattern, node => { if (node.type === 'Identifier') found.push(node.name) })
  return found
}

/** The functions at the top level, declared or exported. */
function functionsOf (tree, text) {
  const told = (name, f) => ({
    name,
    text: text.slice(f.start, f.end),
    line: f.loc.start.line,
    is_async: f.async && !f.generator,
    params: f.params.map(paramOf)
  })
  return tree.body.flatMap(statement => {
    if (statement.type === 'FunctionDeclaration') return [told(statement.id.name, statement)]
    if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
      const f = statement.expression.right
      return f.type === 'FunctionExpression' && f.id ? [told(f.id.name, f)] : []
    }
    return []
  })
}

function paramOf (param) {
  const bare = param.type === 'AssignmentPattern' ? param.left : param
  return { name: bare.name ?? bare.argument?.name ?? '', optional: param !== bare || bare.type === 'RestElement' }
}

function mentionsOf (text) {
  let tree
  try { tree = acorn.parse(text, OPTIONS) } catch (error) {
    if (error.loc) return { error: { line: error.loc.line, message: error.message.replace(/ \(\d+:\d+\)$/, '') } }
    return { error: { line: 1, message: 'it is nested too deeply to be read' } }
  }
  const declared = new Set()
  const calls = new Map()
  const later = new Map()
  const note = (name, line, needed) => {
    const version = since(name)
    if (!version) return
    const known = later.get(name)
    if (!known || (needed && !known.needed)) later.set(name, { name, line, since: version, needed })
  }
  walk(tree, (node, above) => {
    const line = node.loc.start.line
    if (node.type === 'VariableDeclarator') namesOf(node.id).forEach(name => declared.add(name))
    if (/Function|Class/.test(node.type)) {
      for (const name of [node.id, ...(node.params ?? [])].flatMap(namesOf)) declared.add(name)
    }
    if (node.type === 'CatchClause') namesOf(node.param).forEach(name => declared.add(name))
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && !calls.has(node.callee.name)) {
      calls.set(node.callee.name, line)
    }
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.value, line, needsWord(node, above))
    if (node.type === 'Property' && !node.computed && node.key.name?.includes('_')) note(node.key.name, line, false)
    if (isLookUp(node) && !node.computed) note(node.property.name, line, !node.optional && !isOptional({ node, above }))
  })
  return {
    error: null,
    functions: functionsOf(tree, text),
    calls: [...calls]
      .filter(([name]) => !declared.has(name) && !OFFERED.has(name) && !(name in globalThis))
      .map(([name, line]) => ({ name, line })),
    later: [...later.values()]
  }
}

if (require.main === module) {
  const texts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
  process.stdout.write(
    JSON.stringify(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, mentionsOf(text)])))
  )
}

module.exports = { mentionsOf }
