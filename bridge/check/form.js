'use strict'
/** The form of a skill's file: one exported async function with the file's name, and no other code that runs. */
const { nearest } = require('./nearest')
const { keyOf } = require('./tree')

const DECLARATIONS = ['FunctionDeclaration', 'VariableDeclaration', 'ClassDeclaration', 'EmptyStatement']

/** @returns {object} the skill's function, or undefined */
function mainOf ({ root }, name) {
  for (const node of root.body) {
    const found = node.type === 'FunctionDeclaration' ? node : exported(node)
    if (/^Function/.test(found?.type) && found.id?.name === name) return found
  }
}

/** The value that is assigned to `module.exports`. */
function exported ({ type, expression }) {
  const isAssignment = type === 'ExpressionStatement' && expression.type === 'AssignmentExpression'
  if (!isAssignment || expression.operator !== '=') return
  const { left, right } = expression
  const isExports = left.type === 'MemberExpression' && left.object.name === 'module' && keyOf(left) === 'exports'
  return isExports ? right : undefined
}

/** @param {object} program - tree, name, step (whether it is one), offer; say(node, rule, message) */
function checkForm ({ tree, name, step, offer, say }) {
  const { root, main } = tree
  const wanted = `async function ${name} (bot)`
  if (offer.compartment.globals.includes(name)) {
    say(main ?? root, 'form', `${name} is already defined in every program; rename the file and the function`)
  }
  if (!main) {
    const functions = root.body
      .map(node => node.type === 'FunctionDeclaration' ? node : exported(node))
      .filter(node => node?.id)
    const [other] = functions.filter(node => functions.length === 1 || nearest(node.id.name, [name]).length)
    const instead = other
      ? `rename ${other.id.name}, or its file: both must have the same name`
      : `write ${wanted} { ... }`
    say(other ?? root, 'form', `there is no function ${name}; ${instead}`)
  } else {
    if (main.generator) say(main, 'form', `${name} is a generator; write ${wanted}`)
    else if (!main.async && !step) say(main, 'form', `${name} is not async; write ${wanted}`)
    if (!step && main.params[0]?.name !== 'bot') {
      say(main.params[0] ?? main, 'form', `the first parameter of ${name} is not bot; write ${wanted}`)
    }
  }
  const exports = root.body.filter(exported)
  for (const node of exports) {
    const what = exported(node)
    if (what.name !== name && what !== main) {
      say(what, 'export', `something other than ${name} is exported; write module.exports = ${name}`)
    }
  }
  for (const node of exports.slice(1)) {
    say(node, 'export', 'this is exported as well; a file must export only one function')
  }
  if (main && !exports.length) {
    const end = { loc: { start: main.loc.end } }
    say(end, 'export', `${name} is not exported; end the file with module.exports = ${name}`)
  }
  for (const node of root.body) {
    const known = DECLARATIONS.includes(node.type) || node.directive || exported(node)
    if (!known) {
      say(node, 'form', `this runs when the file is read, not when ${name} is called; move it into the function`)
    }
  }
}

module.exports = { checkForm, mainOf }
