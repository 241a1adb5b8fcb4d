'use strict'
/** Calls that have no effect in the program's world, according to the list that the world's server provides. */
const { all, keyOf } = require('./tree')

/** @param {object} program - tree, types, limits (see WorldLimit in reading.py); say(node, rule, message) */
function checkLimits ({ tree, types, limits, say }) {
  const nodes = [...all(tree.root)]
  const words = new Set(nodes.flatMap(wordsOf))
  const isNamed = patterns => patterns === undefined || patterns.some(pattern => {
    const form = new RegExp(`^(minecraft:)?${pattern.replace('*', '.*')}$`)
    return [...words].some(word => form.test(word))
  })
  const named = limits.filter(({ items, targets }) => isNamed(items) && isNamed(targets))

  for (const { type, callee } of nodes) {
    if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || types.typeOf(callee.object).says !== 'bot') {
      continue
    }
    const call = keyOf(callee)
    const alone = limits.find(({ alone = [] }) => alone.includes(call))
    const found = alone ?? named.find(({ calls }) => calls.includes(call))
    if (found) say(callee.property, 'world', `in this world ${found.says}; ${call}() will have no effect`)
  }
}

/** Names that occur literally in a program: in its strings, and as names of members. */
function wordsOf (node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type === 'TemplateElement') return [node.value.cooked ?? '']
  if (node.type === 'MemberExpression') return [keyOf(node) ?? '']
  return []
}

module.exports = { checkLimits }
