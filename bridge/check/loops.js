'use strict'
/**
 * Loops that would stop the game forever: those without an await and without anything that can end them.
 *
 * The world does not change while a program does not wait, so the bot's properties stay the same in such a loop. A
 * loop that counts, takes items from a list or iterates over one is accepted. The check is a heuristic; the watchdog
 * decides.
 */
const { assignments, targets } = require('./scopes')
const { all, isFunction } = require('./tree')

const LOOPS = ['WhileStatement', 'DoWhileStatement', 'ForStatement']
const LEAVES = ['BreakStatement', 'ReturnStatement', 'ThrowStatement']
const INSTANT = ['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression']

const isMethodCall = node => node.type === 'CallExpression' && node.callee.type === 'MemberExpression'

function checkLoops ({ tree, scopes, types, say }) {
  const own = node => !isFunction(node)

  for (const loop of all(tree.root)) {
    if (!LOOPS.includes(loop.type) || waits(loop) || leaves(loop)) continue
    const instead = 'add await bot.waitForTicks(1), or limit the number of repetitions'
    say(loop, 'loop', `this loop contains no await and nothing that ends it; ${instead}`)
  }

  function waits (loop) {
    for (const node of all(loop, own)) {
      if (node.type === 'ForOfStatement' && node.await) return true
      if (node.type === 'AwaitExpression' && !instant(node.argument)) return true
      if (node.type === 'YieldExpression') return true
    }
    return false
  }

  /** Awaiting a value that is already available lets no time pass. */
  function instant (node) {
    if (INSTANT.includes(node.type) || node.name === 'undefined') return true
    const isUnknown = part => part.type === 'CallExpression' || part.type === 'Identifier'
    return isMethodCall(node) && node.callee.object.name === 'Promise' &&
      !node.arguments.some(argument => [...all(argument)].some(isUnknown))
  }

  /** Whether an exit condition of the loop can change inside the loop. */
  function leaves (loop) {
    const changed = changes(loop)
    const asked = [loop.test, ...exits(loop)].filter(Boolean)
    return asked.includes(true) || asked.some(test => [...all(test)].some(node => turns(node, changed)))
  }

  function turns (node, changed) {
    if (node.type === 'Identifier') return changed.has(scopes.lookUp(node))
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') return true
    // what one asks without the bot may answer otherwise next time: queue.shift(), Math.random()
    return isMethodCall(node) && /^(shift|pop|next|exec|random|now)$/.test(node.callee.property.name)
  }

  /** Bindings that the loop assigns, or whose objects it may modify. */
  function changes (loop) {
    const changed = new Set()
    const rootOf = node => {
      while (node.type === 'MemberExpression') node = node.object
      return node
    }
    const mark = node => { if (node.type === 'Identifier' && scopes.lookUp(node)) changed.add(scopes.lookUp(node)) }
    for (const target of assignments(loop)) {
      for (const name of targets(target)) mark(name)
      mark(rootOf(target))
    }
    for (const node of all(loop)) {
      if (node.type === 'VariableDeclarator') for (const name of targets(node.id)) mark(name)
      if (node.type !== 'CallExpression') continue
      const root = node.callee.type === 'MemberExpression' ? rootOf(node.callee.object) : null
      if (root && types.typeOf(root).says !== 'bot') mark(root)
      for (const argument of node.arguments) if (types.typeOf(argument).says !== 'bot') mark(argument)
    }
    return changed
  }

  /** The conditions under which the loop's body leaves the loop; contains true if it may leave without a condition. */
  function exits (loop) {
    const found = []
    for (const node of all(loop.body, own)) {
      const isInner = node.type === 'BreakStatement' && !node.label && holder(node) !== loop
      if (!LEAVES.includes(node.type) || isInner) continue
      const conditions = []
      for (let at = tree.parentOf(node); at !== loop; at = tree.parentOf(at)) {
        if (at.type === 'IfStatement') conditions.push(at.test)
        else if (at.type === 'SwitchStatement') conditions.push(at.discriminant)
        else if (/^For(In|Of)/.test(at.type)) conditions.push(at.right)
        else if (LOOPS.includes(at.type) && at.test) conditions.push(at.test)
        else if (at.type === 'CatchClause' || at.type === 'TryStatement') return [true] // who knows what is thrown
      }
      found.push(...(conditions.length ? conditions : [true]))
    }
    return found
  }

  function holder (node) {
    let at = tree.parentOf(node)
    while (!LOOPS.includes(at.type) && !/^For(In|Of)|^Switch/.test(at.type)) at = tree.parentOf(at)
    return at
  }
}

module.exports = { checkLoops }
