'use strict'
/**
 * The skills that a program can call by name. Each skill is evaluated on its first use in a run, as a separate text, so
 * that a failure names the skill and the line. If a file has no module.exports (as in Voyager), the function with the
 * same name as the file is exported.
 */
const vm = require('node:vm')
const { coded } = require('./failure')

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

function makeLibrary () {
  let sources = {}

  function learn (skills) {
    for (const name in skills) {
      if (!IDENTIFIER.test(name)) throw coded('BAD_ARGUMENT', `'${name}' cannot be the name of a skill`)
    }
    sources = { ...skills }
    return { skills: Object.keys(sources).length }
  }

  /**
   * Defines every skill as a global of the compartment. Existing names are kept: no skill can replace `fail` or
   * `Promise`.
   */
  function install (compartment) {
    const evaluated = new Map()
    const get = name => {
      if (!evaluated.has(name)) evaluated.set(name, evaluate(compartment, name, sources[name]))
      return evaluated.get(name)
    }
    for (const name in sources) {
      if (name in compartment.globalThis) continue
      Object.defineProperty(compartment.globalThis, name, { enumerable: true, get: () => get(name) })
    }
    return { has: name => Object.hasOwn(sources, name), get }
  }

  return { learn, install }
}

function evaluate (compartment, name, source) {
  const skill = functionOf(compartment, name, source, name)
  if (typeof skill !== 'function') throw coded('SYNTAX', `skill ${name} has no function ${name}`)
  return skill
}

/** The function named `call` in a program's text, which is written like a skill; undefined if there is none. */
function evaluateProgram (compartment, code, call) {
  return functionOf(compartment, call, code, 'program')
}

function functionOf (compartment, name, source, label) {
  const own = `typeof ${name} === 'function' ? ${name} : undefined`
  const found = `typeof module.exports === 'function' ? module.exports : ${own}`
  const text = `(function (module, exports) {${source}\n;return ${found}\n})`
  parse(text, label)
  const module = { exports: {} }
  return compartment.evaluate(`${text}\n//# sourceURL=skill:${label}`)(module, module.exports)
}

/**
 * Parses the text without running it, so that a syntax error has the text's line number; the compartment would report a
 * line of its own wrapper.
 */
function parse (text, name) {
  return new vm.Script(text, { filename: `skill:${name}` })
}

module.exports = { makeLibrary, evaluateProgram, IDENTIFIER }
