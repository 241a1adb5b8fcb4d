'use strict'
/**
 * Everything that a program can reach, as data: the facade's rows with the types of their arguments and results, and
 * the names of its compartment. These data are read from the code itself: the facade is built on a membrane that
 * records types instead of passing values, and a program that runs in the compartment lists its names. Needs
 * lockdown().
 */
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const { goals: hostGoals } = require('mineflayer-pathfinder')
const { Vec3 } = require('vec3')
const { OF_SKILLS, OF_SANDBOX, FROM_OUTSIDE, MEANING } = require('./codes')
const { version, reasoned, meanings } = require('../game/facts')
const { makeFacade, SIGHT } = require('./facade')
const { gameTime } = require('./gametime')
const { MOST_GOALS } = require('./goals')
const { eventsOf } = require('./listeners')
const { makeLease, CALL_TICKS, CHAT_TICKS } = require('./lease')
const { typed, value } = require('./membrane')
const { makeSandbox, MAX_RESULT, MAX_DEPTH } = require('./sandbox')
const { makeViews } = require('./views')

/** A program that returns the names in its own compartment. */
const ASK = `function names (bot) {
  const of = thing => Object.getOwnPropertyNames(thing)
  const one = new Vec3(1, 1, 1)
  const gives = (name, ...args) => { try { return one.clone()[name](...args) instanceof Vec3 } catch { return false } }
  return {
    globals: of(globalThis).filter(name => name === 'undefined' || globalThis[name] !== undefined),
    bot: Object.keys(bot),
    mcData: of(mcData),
    rules: Object.fromEntries(of(rules).map(name => [name, of(Object(rules[name]))])),
    goals: of(goals),
    Movements: of(new Movements()),
    Vec3: [...of(Vec3.prototype), ...of(one)],
    givesVec3: of(Vec3.prototype).filter(name => name !== 'constructor' && (gives(name, 1, 1, 1) || gives(name, one))),
    Math: of(Math),
    console: of(console),
    everything: of(Object.prototype),
    tables: Object.fromEntries(of(mcData).filter(name => name.endsWith('ByName')).map(name => [name, of(mcData[name])]))
  }
}`

/** A membrane that turns each row into its description. */
function makeRecorder () {
  const given = types => types.map(type => ({ says: type.says, ...(handed(type) && { handed: handed(type) }) }))
  const handed = type => type.handed?.map(answer)
  const method = later => (types, result) => () => ({
    given: given(types),
    answer: answer(result ?? (later ? undefined : value)),
    later
  })
  const shape = ({ data = {}, live = {}, methods = {} }) => ({
    ...Object.fromEntries(Object.entries({ ...data, ...live }).map(([key, type]) => [key, answer(type)])),
    ...Object.fromEntries(Object.entries(methods).map(([key, make]) => [key, called(make({}, key))]))
  })
  const called = row =>
    typeof row === 'object' && row !== null && 'given' in row ? row : { given: null, answer: null, later: false }
  return {
    ...Object.fromEntries(
      Object.entries({ pos: 'place', vec: 'Vec3', json: 'plain data' }).map(([key, words]) => [
        key, typed(words, v => v)
      ])
    ),
    open: kind => typed(kind, v => v),
    seal: (kind, real, view) => view,
    freeze: v => v,
    view: (kind, rows) => typed(kind, v => v, { shape: shape(rows) }),
    ask: method(false),
    act: method(true),
    handle: method(true),
    pass: method(true),
    surface: (real, rows) => ({ shape: shape(rows) })
  }
}

/** The description of a result type: its name, its members if it has any, and its elements if it is a collection. */
function answer (type) {
  if (type === undefined) return { says: 'nothing' }
  const found = typeof type === 'function' && type.says === undefined ? stands(type) : type
  const members =
    found.shape ??
    (found.members && Object.fromEntries(Object.entries(found.members).map(([key, of]) => [key, answer(of)])))
  return { says: found.says ?? 'object', ...(members && { members }), ...(found.each && { each: answer(found.each) }) }
}

/**
 * What a row without a description stands for: a part of the facade or, if its type is unknown without a bot, a plain
 * value.
 */
function stands (row) {
  try { return row({}) ?? value } catch { return value }
}

function rowsOf (world) {
  const recorder = makeRecorder()
  const lease = { onEnd () {}, LIMITS: {} }
  const { bot } = makeFacade({ ...world, time: {}, guard: {} }, recorder, lease)
  return bot.shape
}

/** A stand-in for a bot, which does nothing and has no position. */
function nobody (registry) {
  return Object.assign(new EventEmitter(), {
    registry,
    players: {},
    entities: {},
    inventory: { slots: [] },
    pathfinder: { setGoal () {} },
    tool: {},
    stopDigging () {},
    clearControlStates () {},
    _client: Object.assign(new EventEmitter(), { write () {} })
  })
}

/** @returns {Promise<object>} bot, compartment, events, goals, rules, limits, codes: JSON */
async function readOffer () {
  const registry = require('minecraft-data')(version)
  const bot = nobody(registry)
  const world = {
    bot,
    time: gameTime(bot),
    goals: hostGoals,
    movementsOf: () => ({}),
    HostVec3: Vec3,
    registry
  }
  const sandbox = makeSandbox(world, {
    seed: 1,
    vec3Source: fs.readFileSync(require.resolve('vec3'), 'utf8'),
    emit () {}
  })
  const { ok, message, result } = await sandbox.run({ id: 1, program: { call: 'names', code: ASK }, deadline: 1 })
  if (!ok) throw new Error(`the names that the sandbox offers could not be read: ${message}`)
  const { entity } = makeViews(makeRecorder())
  return {
    version,
    bot: rowsOf(world),
    compartment: result,
    events: Object.fromEntries(
      Object.entries(eventsOf({ entity })).map(([name, types]) => [name, types.map(type => type.says)])
    ),
    goals: Object.fromEntries(
      result.goals.map(name => [name, /constructor\s*\(([^)]*)\)/.exec(String(hostGoals[name]))?.[1] ?? ''])
    ),
    limits: {
      ...makeLease({ time: world.time, onLog () {}, onFault () {} }).LIMITS,
      CALL_TICKS,
      CHAT_TICKS,
      MAX_RESULT,
      MAX_DEPTH,
      MOST_GOALS,
      ...SIGHT
    },
    rules: { meanings, distances: reasoned },
    codes: { OF_SKILLS, OF_SANDBOX, FROM_OUTSIDE, MEANING }
  }
}

module.exports = { readOffer }
