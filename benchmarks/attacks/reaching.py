"""Programs that try to get out of the sandbox: what each must come to."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

CONSTRUCTOR = "constructor.constructor('return process')().pid"

REFUSED = {
    "constructor of bot": f"return bot.{CONSTRUCTOR}",
    "constructor of a method": "return bot.chat.constructor('return process')().pid",
    "constructor of a getter": (
        "return Object.getOwnPropertyDescriptor(bot, 'entity').get.constructor('return process')().pid"
    ),
    "constructor of Vec3": "return Vec3.constructor('return process')().pid",
    "constructor of a fresh Vec3": f"return bot.entity.position.{CONSTRUCTOR}",
    "constructor of an async function": "return await (async () => {}).constructor('return process.pid')()",
    "constructor of a generator": "return (function * () {}).constructor('return process')().next()",
    "constructor of a promise": f"return bot.waitForTicks(1).{CONSTRUCTOR}",
    "constructor of an error": f"try {{ await bot.equip({{}}, 'hand') }} catch (e) {{ return e.{CONSTRUCTOR} }}",
    "constructor of a failure": f"return fail('NOT_FOUND', 'x').{CONSTRUCTOR}",
    "constructor of data": f"return mcData.itemsByName.stick.{CONSTRUCTOR}",
    "constructor of a block": f"return bot.blockAt(bot.entity.position.offset(0, -1, 0)).{CONSTRUCTOR}",
    "constructor of the date": "return Date.constructor('return process')().pid",
    "constructor of the console": "return console.log.constructor('return process')().pid",
    "constructor of a timer's token": f"return setTimeout(() => {{}}, 1e9).{CONSTRUCTOR}",
    "an error in a timer": "setTimeout(() => { throw new Error('in a timer') }, 5); await bot.waitForTicks(4); return 'survived'",
    "require fs": "return require('fs').readFileSync('/etc/passwd', 'utf8')",
    "require a child process": "return require('node:child_process')",
    "require __proto__": "return require('__proto__').constructor",
    "import": "return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')",
    "forged item": "await bot.equip({ name: 'diamond_sword', slot: 36, type: 1 }, 'hand')",
    "item behind a proxy": "await bot.equip(new Proxy(bot.inventory.items()[0], {}), 'hand')",
    "inherited recipe": (
        "await bot.craft(Object.create(bot.recipesAll(mcData.itemsByName.stick.id, null, null)[0]), 1)"
    ),
    "a block for an entity": "bot.attack(bot.blockAt(bot.entity.position))",
    "a forged goal": "await bot.pathfinder.goto({ isEnd: () => true, heuristic: () => 0 })",
    "tampered bot": "bot.chat = () => {}",
    "tampered Vec3": "Vec3.prototype.offset = () => 'pwned'",
    "tampered data": "mcData.itemsByName.oak_log.id = 1",
    "tampered global": "globalThis.evil = 1",
    "tampered array": "Array.prototype.map = () => 'pwned'",
    "tampered object": "Object.prototype.polluted = 1",
    "tampered promise": "Promise.prototype.then = () => {}",
    "tampered error": "Error.prototype.toString = () => 'pwned'",
    "tampered prepareStackTrace": "Error.prepareStackTrace = (e, frames) => frames; return new Error('x').stack[0].getThis().x",
    "a result that is no data": (
        "return { then (r) { r({ toJSON () { return this.constructor.constructor('return process')().pid } }) } }"
    ),
    "a command": "bot.chat('/give @p diamond 64')",
    "a text for a timer": "setTimeout('process.exit()', 1)",
    "a foreign event": "bot.on('packet', () => {})",
    "an undeclared variable": "leaked = 3",
}
"""Must fail, and leave the bot as it was."""

ALLOWED = {
    "const names = ['_client', '_events', 'registry', 'quit', 'end', 'emit', 'loadPlugin', 'creative', 'constructor'];"
    "return names.filter(n => n in bot && n !== 'constructor')": [],
    "const names = ['process', 'fetch', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'Buffer', 'lockdown', "
    "'Compartment', 'harden', 'structuredClone', 'queueMicrotask', 'performance', 'setImmediate', 'global'];"
    "return names.filter(n => typeof globalThis[n] !== 'undefined')": [],
    "return (0, eval)('typeof process') + (0, eval)('typeof globalThis.process')": "undefinedundefined",
    "return new Function('return typeof process')()": "undefined",
    "let seen; bot.nearestEntity(function () { seen = this; return false }); return String(seen)": "undefined",
    "class Mine extends Error { constructor (m) { super(m); this.name = 'Mine' } }\n"
    "try { throw new Mine('y') } catch (e) { return [e.name, e.message, { toString () { return 'ok' } } + ''] }": [
        "Mine",
        "y",
        "ok",
    ],
    "class Mine extends Date {}; const kin = [Date, Object.getPrototypeOf(Date), Object.getPrototypeOf(Date.prototype).constructor];"
    "return [kin.filter(d => { try { return d.now() >= 0 } catch {} }).length, new Mine(7) instanceof Date, new Mine(7).getTime(),"
    " new Date() - Date.now(), Date.UTC(2020, 0, 1) === Date.parse('2020-01-01')]": [1, True, 7, 0, True],
    "Promise.reject(new Error('later')); await bot.waitForTicks(2); return 'survived'": "survived",
    "return [typeof globalThis.evil, ({}).polluted ?? null, [1].map(x => x + 1)[0], new Vec3(1, 2, 3).offset(1, 0, 0).x,"
    " mcData.itemsByName.oak_log.id > 1]": ["undefined", None, 2, 2, True],
}
"""Harmless; the last one, run after all others, shows that nothing was left behind."""

WALK = """
const seen = new Set(); const found = []; const loose = []; const todo = []; let n = 0
const telltale = ['_client', '_events', 'socket', 'emit', 'mainModule', 'binding', 'registry', 'write', 'env']
const add = (v, path) => {
  if (v !== null && (typeof v === 'object' || typeof v === 'function') && !seen.has(v)) { seen.add(v); todo.push([v, path]) }
}
add(globalThis, 'globalThis')
add(bot.blockAt(bot.entity.position.offset(0, -1, 0)), 'block')
add(bot.inventory.items(), 'items'); add(bot.nearestEntity(), 'entity'); add(new GoalNear(1, 2, 3, 1), 'goal')
add(bot.recipesAll(mcData.itemsByName.stick.id, null, true), 'recipes')
try { await bot.craft() } catch (e) { add(e, 'error') }
while (todo.length && seen.size < 60000) {
  const [v, path] = todo.pop()
  if (++n % 3000 === 0) await bot.waitForTicks(1)
  if (!Object.isFrozen(v) && !(v instanceof Vec3) && !Array.isArray(v)) loose.push(path)
  for (const key of telltale) if (Object.prototype.hasOwnProperty.call(v, key)) found.push(path + '.' + key)
  for (const key of Reflect.ownKeys(v)) {
    const d = Reflect.getOwnPropertyDescriptor(v, key); const at = path.slice(-60) + '.' + String(key)
    if ('value' in d) add(d.value, at)
    else { add(d.get, at + '#get'); try { if (n < 20000) add(v[key], at) } catch {} }
  }
  add(Reflect.getPrototypeOf(v), path + '.__proto__')
}
return { seen: seen.size, found: found.slice(0, 9), loose: loose.slice(0, 9) }
"""
"""Every object that can be reached from inside, looked at for things that must not be there."""
