"""What never ends, floods, or stays behind for the next program."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from benchmarks.attacks.attack import KILLED, REFUSED, Attack

ENDLESS = [
    Attack(name, "endless", body, KILLED)
    for name, body in {
        "a loop": "for (;;) {}",
        "a loop after an await": "await bot.waitForTicks(2); for (;;) {}",
        "microtasks": "for (;;) await null",
        "a callback": "bot.nearestEntity(() => { for (;;) {} })",
        "a result": "return { toJSON () { for (;;) {} } }",
        "an exploding regular expression": "return /^(a+)+$/.test('a'.repeat(40) + 'b')",
        "an exploding replacement": "return 'x'.repeat(3e5).replace(/x*x*x*y/g, '').length",
        "an async generator": "async function * g () { for (;;) yield null }; for await (const v of g()) { if (v) return }",
        "an array read from an async generator": "async function * g () { for (;;) yield 1 }; return Array.fromAsync ? await Array.fromAsync(g()) : await (async () => { const a = []; for await (const v of g()) a.push(v) })()",
        "a getter in an argument": "bot.blockAt({ get x () { for (;;) {} } })",
        "a thenable": "await { get then () { for (;;) {} } }",
        "thenables one in another": "const t = { then (done) { done(t) } }; await t",
        "an error's message": "throw Object.defineProperty({}, 'message', { get () { for (;;) {} } })",
        "a log": "console.log({ toJSON () { for (;;) {} } })",
        "a timer": "setTimeout(() => { for (;;) {} }, 50); await bot.waitForTicks(20)",
        "a listener": "bot.once('physicsTick', () => { for (;;) {} }); await bot.waitForTicks(20)",
        "a comparison": "[1, 2].sort(() => { for (;;) {} })",
        "a reviver": "JSON.parse('[1]', () => { for (;;) {} })",
        "a bigint": "return String(7n ** (10n ** 7n)).length",
        "a string joined": "let s = 'x'; for (;;) s = [s, s].join('yy')",
        "heap": "const a = []; for (;;) a.push(new Array(1e5).fill(1.1))",
        "buffers": "const a = []; for (;;) { a.push(new Uint8Array(64e6).fill(1)); await bot.waitForTicks(1) }",
        "one buffer": "const b = new ArrayBuffer(2 ** 32); new Uint8Array(b).fill(1); for (;;) {}",
        "strings": "const a = []; for (let i = 0; ; i++) a.push(('x' + i).repeat(1e5).split('').reverse().join(''))",
        "promises": "for (;;) new Promise(() => {}).then(() => {})",
        "closures in a map": "const m = new Map(); for (let i = 0; ; i++) m.set(i, () => m)",
        "every block, one by one": "bot.findBlocks({ matching: () => false, useExtraInfo: () => { for (let i = 0; i < 1e3; i++); return false }, maxDistance: 128, count: 1024 }); for (;;) {}",
    }.items()
]
_MAY_FIT = {"an exploding replacement", "a bigint", "a string joined", "one buffer", "an error's message"}
ENDLESS = [
    Attack(a.name, a.kind, a.body, a.ends | {"PROGRAM_ERROR", "LIMIT"} if a.name in _MAY_FIT else a.ends)
    for a in ENDLESS
]

WAITING = [
    Attack(name, "waiting", body, frozenset({"TIMEOUT", "LIMIT"}))
    for name, body in {
        "a promise that never resolves": "await new Promise(() => {})",
        "deaf to its end": "for (;;) { try { await bot.waitForTicks(1) } catch {} }",
        "a thousand waits at once": "for (;;) await Promise.all(Array.from({ length: 1000 }, () => bot.waitForTicks(1)))",
        "a wait of ages": "await bot.waitForTicks(1e308)",
        "an async generator that waits": "async function * g () { try { for (;;) { await bot.waitForTicks(1); yield 1 } } finally { for (;;) await bot.waitForTicks(1) } }; for await (const v of g()) { if (!v) return }",
        "a race with itself": "for (;;) await Promise.race([bot.waitForTicks(1), new Promise(() => {})])",
        "timers that arm each other": "const again = () => setTimeout(again, 0); for (let i = 0; i < 90; i++) again(); await new Promise(() => {})",
        "looking without end": "for (;;) { bot.look(Math.random() * 6, 0, false).catch(() => {}); await bot.waitForTicks(1) }",
        "caught in its own finally": "try { await new Promise(() => {}) } finally { for (;;) await bot.waitForTicks(1) }",
    }.items()
]

STACK = [
    Attack(name, "stack", body, frozenset({"LIMIT", "PROGRAM_ERROR", "BAD_ARGUMENT"}))
    for name, body in {
        "endless recursion": "const f = () => [f()]; f()",
        "recursion in a getter": "const o = { get x () { return o.x } }; bot.blockAt(o)",
        "recursion in a proxy": "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x",
        "recursion in toString": "const o = { toString () { return String(o) } }; bot.chat(o)",
        "recursion through the bot": "const f = () => bot.nearestEntity(() => f()); f()",
        "an error of the host at the end of the stack": (
            "const dig = () => { try { dig() } catch (e) { reach(e, 'own'); for (const f of [() => bot.blockAt({ x: 0, y: 60, z: 0 }), () => bot.entities, () => bot.findBlock({ matching: 1 }), () => bot.game]) { try { f() } catch (e) { reach(e, 'host') } } } }\ndig(); return verdict()"
        ),
        "every method at every depth": (
            "const methods = Object.keys(bot).filter(k => !['save', 'waitForTicks', 'chat', 'sleep'].includes(k) && typeof bot[k] === 'function')\n"
            "const block = bot.blockAt(bot.entity.position.offset(0, -1, 0)); let full = 0; const down = n => n > 0 ? down(n - 1) + 1 : 0\n"
            "for (let step = 4096, at = 0; step >= 1; step /= 2) { try { down(full + step); full += step } catch {} }\n"
            "const call = (n, name) => { if (n > 0) return call(n - 1, name); try { bot[name](block, zombie)?.catch?.(() => {}) } catch (e) { reach(e, name) } }\n"
            "for (let left = 0; left < 120; left += 3) { for (const name of methods) { try { call(full - left, name) } catch (e) { reach(e, 'way back') } } if (left % 30 === 0) await bot.waitForTicks(1) }\nreturn verdict()"
        ),
        "chat at every depth": (
            "let said = 0; const down = () => { try { down() } catch { if (said < 5) { try { bot.chat('deep ' + said); said++ } catch (e) { reach(e, 'chat') } } } }\ndown(); await bot.waitForTicks(3); return verdict()"
        ),
        "timers at every depth": (
            "const down = () => { try { down() } catch { try { setTimeout(zombie, 0); setInterval(zombie, 1) } catch (e) { reach(e, 'timer') } } }\ndown(); return verdict()"
        ),
        "listeners at every depth": (
            "const down = () => { try { down() } catch { try { bot.on('physicsTick', () => zombie()) } catch (e) { reach(e, 'on') } } }\ndown(); return verdict()"
        ),
    }.items()
]

_FLOOD = frozenset(
    {"LIMIT", "TIMEOUT", "UNRESPONSIVE", "OUT_OF_MEMORY", "BAD_ARGUMENT", "NO_EFFECT", "PROGRAM_ERROR"}
)
FLOODS = [
    Attack(name, "flood", body, _FLOOD)
    for name, body in {
        "chat": "for (;;) { try { bot.chat('buy now ' + bot.tick) } catch {} await bot.waitForTicks(1) }",
        "chat that is caught": "for (let i = 0; i < 1e5; i++) { try { bot.chat('x' + i) } catch {} }\nreturn 'held'",
        "logs": "for (let i = 0; i < 1e5; i++) console.log('x'.repeat(1000), i)\nreturn 'held'",
        "rejections": "for (let i = 0; i < 1e5; i++) Promise.reject(new Error('x'.repeat(1000)))\nawait bot.waitForTicks(2); return 'held'",
        "questions to a sibling": "for (let i = 0; i < 49000; i++) bot.countOf('Alice', 'stick'); await bot.waitForTicks(20); return 'held'",
        "questions to a sibling, tick after tick": "for (;;) { for (let i = 0; i < 2000; i++) bot.countOf('Alice', 'x'.repeat(256)); await bot.waitForTicks(1) }",
        "blows": "const e = bot.players.Alice.entity; for (let i = 0; i < 49000; i++) { try { bot.attack(e) } catch (e) { if (e.code === 'LIMIT') break } }; await bot.waitForTicks(5); return 'held'",
        "clicks": "for (let i = 0; i < 49000; i++) bot.activateItem(i % 2 === 0); await bot.waitForTicks(5); return 'held'",
        "slots": "for (let i = 0; i < 49000; i++) bot.setQuickBarSlot(i % 9); await bot.waitForTicks(5); return 'held'",
        "views": "for (let i = 0; i < 49000; i++) bot.look(i, 0, true); await bot.waitForTicks(5); return 'held'",
        "digging": "const b = bot.blockAt(bot.entity.position.offset(0, -1, 0)); for (let i = 0; i < 20000; i++) bot.dig(b).catch(() => {}); await bot.waitForTicks(5); return 'held'",
        "goals": "for (let i = 0; i < 20000; i++) bot.pathfinder.goto(new GoalNear(i, 60, 0, 1)).catch(() => {}); await bot.waitForTicks(5); return 'held'",
        "windows": "const b = bot.blockAt(bot.entity.position.offset(0, -1, 0)); for (let i = 0; i < 2000; i++) bot.openChest(b).catch(() => {}); await bot.waitForTicks(5); return 'held'",
        "steps": "for (let i = 0; i < 49000; i++) bot.setControlState(['forward', 'jump', 'sneak', 'sprint'][i % 4], i % 3 > 0); await bot.waitForTicks(5); return 'held'",
        "blows, as many as are let through": "const e = bot.players.Alice.entity; for (;;) { try { for (;;) bot.attack(e) } catch {} await bot.waitForTicks(1).catch(() => {}); await new Promise(resolve => setTimeout(resolve, 50)) }",
        "views, as many as are let through": "for (;;) { for (let i = 0; i < 99; i++) bot.look(bot.tick + i, 0, true).catch(() => {}); await new Promise(resolve => setTimeout(resolve, 50)) }",
        "timers": "for (let i = 0; i < 1e5; i++) { try { setTimeout(() => {}, 1e9) } catch {} }\nreturn 'held'",
        "listeners": "for (let i = 0; i < 1e5; i++) { try { bot.on('physicsTick', () => {}) } catch {} }\nreturn 'held'",
        "one listener, again and again": "const f = () => {}; for (let i = 0; i < 40000; i++) { try { bot.on(['chat', 'health', 'physicsTick', 'death'][i % 4], f) } catch {} }; await bot.waitForTicks(2)\nreturn 'held'",
        "movements": "for (let i = 0; i < 40000; i++) bot.pathfinder.setMovements({ canDig: true })\nreturn 'held'",
        "waits": "for (let i = 0; i < 49000; i++) bot.waitForTicks(1e6); await bot.waitForTicks(5); return 'held'",
        "entities": "for (let i = 0; i < 3000; i++) bot.entities\nreturn 'held'",
    }.items()
]

BEHIND = [
    Attack(name, "behind", body, REFUSED)
    for name, body in {
        "microtasks behind a result": "(async () => { for (;;) await null })(); return 'held'",
        "microtasks that wait for the end": "(async () => { while (!isOver()) await null; for (;;) await null })(); return 'held'",
        "a rejection with a getter": "Promise.reject({ get message () { for (;;) zombie() }, get stack () { for (;;) zombie() } }); return 'held'",
        "a rejection behind a proxy": "Promise.reject(new Proxy({}, { get () { for (;;) zombie() }, getPrototypeOf () { for (;;) zombie() }, getOwnPropertyDescriptor () { for (;;) zombie() } })); return 'held'",
        "a rejection that waits for its reader": "const deep = new Error('x'); Object.defineProperty(deep, 'message', { value: { toString () { for (;;) zombie() } } }); Promise.reject(deep); return 'held'",
        "one listener for two events": "bot.on('chat', zombie); bot.on('physicsTick', zombie); bot.on('health', zombie); return 'held'",
        "one listener a hundred times": "for (let i = 0; i < 100; i++) bot.on('physicsTick', zombie); return 'held'",
        "one listener, once and always": "bot.on('physicsTick', zombie); bot.once('physicsTick', zombie); bot.once('health', zombie); return 'held'",
        "a timer that is armed again": "setInterval(zombie, 1); setTimeout(function again () { zombie(); setTimeout(again, 0) }, 0); await bot.waitForTicks(2); return 'held'",
        "a wait that is not awaited": "bot.waitForTicks(3).then(zombie, zombie); bot.waitForTicks(1e6).then(zombie, zombie); bot.countOf('Alice', 'x').then(zombie, zombie); return 'held'",
        "a way begun": "bot.setControlState('forward', true); bot.pathfinder.setGoal(new GoalNear(500, 60, 500, 1), true); bot.pathfinder.goto(new GoalXZ(900, 900)).then(zombie, zombie); return 'held'",
        "a hole begun": "bot.dig(bot.blockAt(bot.entity.position.offset(0, -1, 0))).then(zombie, zombie); bot.activateItem(); return 'held'",
        "weak references": "if (typeof FinalizationRegistry !== 'undefined') { const r = new FinalizationRegistry(zombie); for (let i = 0; i < 1e4; i++) r.register({}, i); return 'has a registry' }\nreturn typeof WeakRef === 'undefined' ? 'held' : 'has WeakRef'",
        "a tampered prototype": "const done = []; for (const k of ['Object', 'Array', 'Promise', 'Function', 'RegExp', 'Map', 'Error', 'String', 'Symbol', 'Date', 'JSON', 'Math', 'Reflect', 'console', 'goals', 'mcData', 'Vec3', 'bot', 'fail', 'require']) for (const o of [globalThis[k], globalThis[k]?.prototype]) { if (!o) continue; for (const p of ['then', 'constructor', 'toString', 'evil', 'x', Symbol.iterator, Symbol.species]) { try { o[p] = zombie } catch {} try { Object.defineProperty(o, p, { get: zombie }); done.push(k) } catch {} try { delete o[p] } catch {} } try { if (Object.getPrototypeOf(o) !== null) { Object.setPrototypeOf(o, null); done.push(k) } } catch {} }\nif (done.length) return done.join(); return 'held'",
        "a cache of the data": "for (const t of Object.keys(mcData)) { try { mcData[t].evil = 1; return 'wrote ' + t } catch {} try { Object.defineProperty(mcData, t, { value: 1 }); return 'defined ' + t } catch {} }\nreturn 'held'",
        "the statics of RegExp": "/secret(.*)/.test('secret password'); return RegExp.$1 || RegExp.lastMatch || RegExp.input ? 'has statics' : 'held'",
        "the machine's time": "const names = ['Intl', 'performance', 'process', 'hrtime', 'Temporal', 'Atomics', 'SharedArrayBuffer', 'WebAssembly', 'Worker', 'MessageChannel', 'AbortSignal', 'EventTarget', 'URL', 'fetch'].filter(k => typeof globalThis[k] !== 'undefined'); const year = new Date().getUTCFullYear()\nreturn names.length || year > 2021 ? names.join() + year : 'held'",
        "the host's date behind the program's": "const theirs = [Reflect.getPrototypeOf(Date), Reflect.getPrototypeOf(Date.prototype).constructor, new Date().constructor].filter(D => D !== Date && D !== Function.prototype)\nconst times = theirs.flatMap(D => [() => D.now(), () => +new D(), () => Date.parse(D())].map(f => { try { return f() } catch { return NaN } }))\nreturn times.some(Number.isFinite) ? times.join() : 'held'",
        "a stack trace with frames": "try { Error.prepareStackTrace = (e, f) => f } catch {} try { Error.stackTraceLimit = 1e9 } catch {} const o = {}; try { Error.captureStackTrace?.(o) } catch {}\nreturn [new Error('x').stack, o.stack].every(s => s === undefined || typeof s === 'string') ? 'held' : 'got frames'",
        "quitting": "for (const name of ['quit', 'end', '_client', 'leave', 'kick', 'emit', 'removeAllListeners', 'loadPlugin', 'respawn', 'connect']) if (name in bot) return name\nbot.quit()",
        "leaving by a packet": "bot._client.end('bye')",
        "an exit": "process.exit(0)",
    }.items()
]
_FLOODS_TASKS = {"microtasks behind a result", "microtasks that wait for the end"}
BEHIND = [Attack(a.name, a.kind, a.body, KILLED if a.name in _FLOODS_TASKS else a.ends) for a in BEHIND]

_STILL = (
    "const { bot: b, fail: f, Vec3: v, setTimeout: t, require: r, Object: o, Promise: p } = globalThis\n"
    "return b === bot && b.username === 'Bob' && f('NO_SPACE', 'x').code === 'NO_SPACE' && new v(1, 2, 3).x === 1 && t(() => {}, 1) && r('vec3').Vec3 === v"
    " && o.keys({ a: 1 })[0] === 'a' && await p.resolve(1) === 1 && undefined === void 0 && NaN !== NaN && globalThis.globalThis === globalThis ? 'held' : 'overridden'"
)
_OVER = "async function NAME (bot) { for (;;) {} }"
OVERRIDING = [
    Attack(
        f"a skill called {name}", "overriding", _STILL, REFUSED, skills={name: _OVER.replace("NAME", name)}
    )
    for name in (
        "bot",
        "undefined",
        "NaN",
        "globalThis",
        "Object",
        "Promise",
        "Vec3",
        "fail",
        "require",
        "setTimeout",
        "eval",
        "class",
        "constructor",
        "__proto__",
        "toString",
        "await",
    )
]
OVERRIDING.append(
    Attack(
        "a skill that remembers",
        "overriding",
        "const own = remembers; for (let i = 0; i < 5; i++) remembers()\n"
        "for (const f of [() => { globalThis.remembers = () => 1e3 }, () => { remembers = () => 1e3 }, () => Object.defineProperty(globalThis, 'remembers', { value: () => 1e3 }), () => delete globalThis.remembers, () => { remembers.call = zombie }, () => { remembers.prototype.constructor = zombie }]) { try { f() } catch (e) { reach(e, 'error') } }\n"
        "return remembers === own && remembers() === 6 ? verdict() : 'overridden'",
        skills={"remembers": "const kept = []\nfunction remembers () { return kept.push(1) }"},
    )
)
