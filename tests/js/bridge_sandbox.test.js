'use strict'
/** A program's life in the sandbox, over a bot that is none: how it ends, and that it is over then. */
const { test } = require('node:test')
const assert = require('node:assert/strict')
const fs = require('node:fs')
const { EventEmitter } = require('node:events')
const { Vec3 } = require('vec3')
const { gameTime } = require('../../bridge/gametime')
const { goals } = require('mineflayer-pathfinder')
const { makeLease } = require('../../bridge/lease')
const { makeSandbox, SETTLE_TICKS } = require('../../bridge/sandbox')
const lockDown = require('../../bridge/lockdown')
const { version } = require('../../game/facts')
const registry = require('minecraft-data')(version)

lockDown()

const turns = async (n = 5) => { for (let i = 0; i < n; i++) await new Promise(resolve => setImmediate(resolve)) }

/** A bot whose acts do what the test says; `go(n)` lets n ticks pass. */
function stage (acts = {}, ask = async () => null) {
  const told = []
  const clicks = []
  const bot = Object.assign(new EventEmitter(), {
    username: 'Alice',
    registry,
    entity: { position: new Vec3(0, 0, 0) },
    players: {},
    entities: {},
    inventory: { slots: [], selectedItem: null },
    pathfinder: { setGoal () {}, setMovements () {}, usual: null, movements: null },
    tool: {},
    currentWindow: null,
    _client: Object.assign(new EventEmitter(), { write () {} }),
    stopDigging () {},
    clearControlStates () {},
    clickWindow: async slot => { clicks.push(slot); await turns(1) },
    ...acts
  })
  const time = gameTime(bot)
  const world = { bot, time, goals, movementsOf: () => ({}), ask, observe: () => ({}), HostVec3: Vec3, registry }
  const sandbox = makeSandbox(world, {
    seed: 1,
    vec3Source: fs.readFileSync(require.resolve('vec3'), 'utf8'),
    emit: event => told.push(event)
  })
  const run = (body, { deadline = 1, prepare } = {}) =>
    sandbox.run(
      { id: 1, program: { code: `async function main (bot) {\n${body}\n}`, call: 'main' }, deadline },
      prepare
    )
  const go = async n => {
    for (let i = 0; i < n; i++) {
      bot.emit('physicsTick')
      await turns(2)
    }
  }
  return { bot, clicks, told, sandbox, run, go }
}

test('a program runs, and its result comes back', async () => {
  const { run } = stage()
  const { ok, result } = await run('return [bot.username, 1 + 1]')
  assert.deepEqual([ok, result], [true, ['Alice', 2]])
})

test('a failure can have a result, in plain data', async () => {
  const { run } = stage()
  const { ok, code, result } = await run("throw fail('NOT_RECEIVED', 'no leather', { paper: 3, leather: 0 })")
  assert.deepEqual([ok, code, result], [false, 'NOT_RECEIVED', { paper: 3, leather: 0 }])
  assert.equal((await run("throw fail('NOT_FOUND', 'no cow')")).result, null)
  const large = await run("throw fail('NOT_FOUND', 'no cow', 'x'.repeat(1e6))")
  assert.deepEqual([large.code, large.result], ['LIMIT', null])
})

test('a result with a whole number that no log can keep is refused', async () => {
  const { run } = stage()
  for (const body of ['return 1e20', 'return { a: [1, -1e20] }', "throw fail('NOT_FOUND', 'x', 2 ** 63)"]) {
    assert.equal((await run(body)).code, 'LIMIT', body)
  }
  const kept = [2 ** 53, -1.25, 1e21, 1e300]
  assert.deepEqual((await run(`return ${JSON.stringify(kept)}`)).result, kept)
})

test('a failure says what the server told the player in that run, and in no later one', async () => {
  const { bot, run } = stage({ equip: async () => bot.emit('actionBar', { toString: () => 'buckets\ndo nothing' }) })
  bot.wake = bot.equip
  const body = "await bot.wake()\nthrow fail('NO_EFFECT', 'it is empty')"
  const { code, message } = await run(body)
  assert.deepEqual([code, message], ['NO_EFFECT', 'it is empty; buckets do nothing'])
  const later = await run("throw fail('NO_EFFECT', 'it is empty')")
  assert.equal(later.message, 'it is empty')
})

test('a run ends only when what it began has ended, and no click is made after its end', async () => {
  const { bot, clicks, run, go } = stage({
    craft: async () => {
      for (let i = 0; i < 64; i++) await bot.clickWindow(i)
    }
  })
  // 'wake' stands for any act: it needs no view of a recipe
  bot.wake = bot.craft
  const running = run('await bot.wake()', { deadline: 0.1 })
  await go(2)
  const outcome = await running
  const made = clicks.length
  assert.equal(outcome.code, 'TIMEOUT')
  assert.equal(outcome.settled, true)
  assert.ok(made > 0 && made < 64, `${made} clicks`)
  await turns(100)
  assert.equal(clicks.length, made)
  await bot.clickWindow(99)
  assert.equal(clicks.length, made + 1, 'the next run may click')
})

test('while something of a run still goes on there is no next run; when it does not end that is said', async () => {
  const { run, sandbox, go } = stage({ wake: () => new Promise(() => {}) })
  const running = run('bot.wake(); await bot.waitForTicks(1)')
  await go(3)
  assert.equal(sandbox.busy(), true)
  await assert.rejects(run('return 1'), { code: 'BUSY' })
  await go(SETTLE_TICKS)
  const outcome = await running
  assert.deepEqual([outcome.ok, outcome.settled], [true, false])
})

test('a wait for ticks is no thing that goes on', async () => {
  const { run, sandbox } = stage()
  const running = run('await bot.waitForTicks(1000)', { deadline: 100 })
  await turns()
  sandbox.end('STOPPED', 'stopped')
  const outcome = await running
  assert.deepEqual([outcome.code, outcome.settled], ['STOPPED', true])
})

const CALLBACKS = {
  'a timer': 'setInterval(() => { throw new Error("oops") }, 50)',
  'an async timer': 'setInterval(async () => { throw new Error("oops") }, 50)',
  'a listener': 'bot.on("physicsTick", () => { throw new Error("oops") })',
  'an async listener': 'bot.on("physicsTick", async () => { throw new Error("oops") })'
}
for (const [what, body] of Object.entries(CALLBACKS)) {
  test(`the first error in ${what} ends the run`, async () => {
    const { run, go, told } = stage()
    const running = run(`${body}\nawait new Promise(() => {})`)
    await go(5)
    const { code, message, at } = await running
    assert.deepEqual([code, message, at], ['PROGRAM_ERROR', 'Error: oops', { skill: 'program', line: 2 }])
    assert.deepEqual(told, [])
  })
}

test('a run that waits for its beginning can be stopped, and never begins', async () => {
  const { run, sandbox, told } = stage()
  let begin
  const running = run('console.log("begun")', { prepare: () => new Promise(resolve => { begin = resolve }) })
  await turns()
  assert.equal(sandbox.end('STOPPED', 'stopped'), true)
  assert.equal((await running).code, 'STOPPED')
  begin()
  await turns()
  assert.deepEqual(told, [])
})

test('the deadline counts while a run waits for its beginning', async () => {
  const { run, go } = stage()
  const running = run('return 1', { deadline: 0.2, prepare: () => new Promise(() => {}) })
  await go(4)
  assert.equal((await running).code, 'TIMEOUT')
})

test('a timer whose delay arms timers counts them all', async () => {
  const { run } = stage()
  const outcome = await run(`
    let armed = 0
    const more = () => ({ valueOf () { armed++; if (armed < 1500) setTimeout(() => {}, more()); return 1e9 } })
    try { setTimeout(() => {}, more()) } catch (e) { return [e.code, armed > 100] }
    return armed`)
  assert.deepEqual(outcome.result ?? outcome, ['LIMIT', true])
})

test('what has ended leaves nothing to be tidied up', () => {
  const lease = makeLease({ time: { tick: 0 }, onLog () {}, onFault () {} })
  const forget = Array.from({ length: 1000 }, () => lease.onEnd(() => {}))
  assert.equal(lease.cleanups, 1000)
  for (const one of forget) one()
  assert.equal(lease.cleanups, 0)
})

test('a slot of the quick bar and a face are whole', async () => {
  const done = []
  const { run } = stage({
    setQuickBarSlot: slot => done.push(slot),
    placeBlock: async () => done.push('placed'),
    blockAt: () => ({ position: new Vec3(0, 0, 0), name: 'stone' })
  })
  const tries = [
    'bot.setQuickBarSlot(4.5)',
    'bot.setQuickBarSlot(9)',
    'bot.setQuickBarSlot(-1)',
    'await bot.placeBlock(new Vec3(0, 0, 0), new Vec3(0, 0.001, 0))',
    'await bot.placeBlock(new Vec3(0, 0, 0), new Vec3(1, 1, 0))'
  ]
  for (const body of tries) assert.equal((await run(body)).code, 'BAD_ARGUMENT', body)
  const whole = 'bot.setQuickBarSlot(4); await bot.placeBlock(new Vec3(0, 0, 0), new Vec3(0, 1, 0))'
  assert.equal((await run(whole)).ok, true)
  assert.deepEqual(done, [4, 'placed'])
})

test('a program has one plan made at a time, however many it asks for', async () => {
  let open = 0
  let most = 0
  const { run, go } = stage({}, async () => {
    most = Math.max(most, ++open)
    await turns(1)
    open--
    return { steps: [] }
  })
  const running = run("return (await Promise.all([1, 2, 3].map(n => bot.planFor('paper', n, [])))).length")
  await go(10)
  assert.equal((await running).result, 3)
  assert.equal(most, 1)
})

test('a list is as long as the game has things, whatever it says of itself', async () => {
  const { run } = stage({ findBlock: () => null })
  const tries = [
    "await bot.planFor('paper', 1, Array(2000).fill('x'))",
    'const a = [1, 2]; a[Symbol.iterator] = function * () { for (;;) yield 1 }; bot.findBlock({ matching: a })'
  ]
  for (const body of tries) assert.equal((await run(body)).code, 'BAD_ARGUMENT', body)
})

test('an amount is whole, and not below nothing', async () => {
  const tossed = []
  const { run } = stage({ toss: async (...given) => tossed.push(given) })
  for (const n of ['-1', '0.5', '64.5', 'Infinity']) {
    assert.equal((await run(`await bot.toss(1, null, ${n})`)).code, 'BAD_ARGUMENT', n)
  }
  assert.equal((await run('await bot.toss(1, null, 3); await bot.toss(1, null)')).ok, true)
  assert.deepEqual(tossed, [[1, null, 3], [1, null, undefined]])
})
