'use strict'
/** Checks one program and lists all its problems, with line and column. The program is only parsed, never run. */
const { advice } = require('./nearest')
const { parse } = require('./tree')
const { scopesOf } = require('./scopes')
const { typesOf } = require('./types')
const { checkForm, mainOf } = require('./form')
const { checkNames } = require('./names')
const { checkLoops } = require('./loops')
const { checkLimits } = require('./limits')

const LONGEST = 256 * 1024
const MOST = 100 // of flaws that are told: the rest can wait
const HIDDEN = /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/g
const REFUSED = {
  IMPORT: 'import( is not available to skills, not even in a comment',
  EVAL: 'eval( is not available to skills, not even in a comment',
  HTML_COMMENT: '<' + '!-- and --' + '> are not available to skills, not even in a comment'
}

/**
 * @param {object} program - name, source, step, calls ([{ text, line }]: of its examples), items ([{ item, line }])
 * @param {object} known - offer (see offer.js), tasks (name -> whether it has to be awaited), limits (of the world)
 * @returns {object} flaws: [{ line, column, rule, message }], in the order of the text; params: [{ name, default }];
 *   doc_line: where its JSDoc begins
 */
function checkProgram ({ name, source, step = false, calls = [], items = [] }, { offer, tasks, limits }) {
  const flaws = []
  const told = new Set()
  const enough = new Error('enough')
  const tell = ({ line, column }, rule, message) => {
    const key = `${line}:${column}:${message}`
    if (told.has(key)) return
    told.add(key)
    flaws.push({ line, column, rule, message })
    if (flaws.length >= MOST) throw enough
  }
  const answer = (params = [], line = null) => ({
    flaws: flaws.sort((a, b) => a.line - b.line || a.column - b.column),
    params,
    doc_line: line
  })
  if (source.length > LONGEST) {
    tell({ line: 1, column: 1 }, 'syntax', `the file has more than ${LONGEST} characters; split it into several skills`)
    return answer()
  }
  try {
    for (const { index, 0: letter } of source.matchAll(HIDDEN)) {
      const point = letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')
      const hides = `the text contains an invisible character (U+${point}); remove it, or write it as an escape`
      tell(placeOf(source, index), 'syntax', hides)
    }
    const tree = parse(source)
    tree.main = mainOf(tree, name)
    const say = (node, rule, message) => tell(tree.at(node), rule, message)
    judge({ tree, offer, tasks: { ...tasks, [name]: Boolean(tree.main?.async) }, limits, say })
    checkForm({ tree, name, step, offer, say })
    for (const call of calls) checkCall(call, name, { offer, tasks: { ...tasks, [name]: true }, tell })
    for (const { item, line } of items) checkItem(item, line)
    sandboxRefuses()
    return answer(paramsOf(tree), tree.comments.find(({ block, text }) => block && text.startsWith('*'))?.line ?? null)
  } catch (error) {
    if (error === enough) return answer()
    if (error instanceof SyntaxError) tell(error.loc ?? { line: 1, column: 1 }, 'syntax', syntax(error.message))
    else if (error instanceof RangeError) {
      tell({ line: 1, column: 1 }, 'syntax', 'this is nested too deeply to be parsed; use fewer levels')
    } else throw error
    return answer()
  }

  function checkItem (item, line) {
    const { itemsByName } = offer.compartment.tables
    if (!itemsByName.includes(item)) {
      const instead = advice(item, itemsByName, 'use its name in the game')
      tell({ line, column: 1 }, 'jsdoc', `no item is called ${item}; ${instead}`)
    }
  }

  /**
   * Whether the compartment would reject the text before parsing it. Here the text follows an opening quote, so none of
   * it can run.
   */
  function sandboxRefuses () {
    try {
      new globalThis.Compartment().evaluate(`'\n${source}`)
    } catch ({ message }) {
      const [, line, what] = /:(\d+)\. \(SES_(\w+)_REJECTED\)/.exec(message) ?? []
      if (what && !flaws.some(flaw => flaw.line === line - 1 && ['import', 'eval'].includes(flaw.rule))) {
        tell({ line: line - 1, column: 1 }, 'import', `${REFUSED[what] ?? what}; leave it out`)
      }
    }
  }
}

function judge ({ tree, offer, tasks, limits = [], say }) {
  const scopes = scopesOf(tree)
  const types = typesOf({ offer, tasks, tree, scopes })
  const program = { tree, scopes, types, offer, tasks, limits, say }
  checkNames(program)
  checkLoops(program)
  checkLimits(program)
}

/** Checks a call in the JSDoc as if it were part of a program. */
function checkCall ({ text, line }, name, { offer, tasks, tell }) {
  try {
    const tree = parse(`async function example (bot) { await (${text}\n) }`)
    judge({ tree, offer, tasks, say: (node, rule, message) => tell({ line, column: 1 }, rule, `${text}: ${message}`) })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    tell({ line, column: 1 }, 'syntax', `${text}: ${syntax(error.message)}`)
  }
}

function paramsOf ({ main, textOf }) {
  return (main?.params ?? []).map(param => {
    const [target, otherwise] = param.type === 'AssignmentPattern' ? [param.left, textOf(param.right)] : [param, null]
    return { name: target.name ?? target.argument?.name ?? null, default: otherwise }
  })
}

function placeOf (source, index) {
  const before = source.slice(0, index).split(/\r\n|[\n\r\u2028\u2029]/)
  return { line: before.length, column: before.at(-1).length + 1 }
}

function syntax (message) {
  const said = message.replace(/ \(\d+:\d+\)$/, '')
  if (/'import' and 'export'/.test(said)) {
    return 'import and export are not available to skills; use names that are offered, and module.exports'
  }
  if (/outside of function/.test(said)) return `${said}; move it into the function`
  if (/stack space/.test(said)) return 'this is nested too deeply to be parsed; use fewer levels'
  return `${said}; correct the JavaScript`
}

module.exports = { checkProgram }
