"""What is handed in and out: arguments that change or lie, callbacks, results and errors made to hurt who reads them."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from dataclasses import replace

from benchmarks.attacks.attack import KILLED, REFUSED, Attack


def _of(kind: str, ends: frozenset[str], bodies: dict[str, str]) -> list[Attack]:
    return [Attack(name, kind, body, ends) for name, body in bodies.items()]


ARGUMENTS = _of(
    "argument",
    REFUSED,
    {
        "an event's name that changes": (
            "const names = ['chat', 'newListener', 'newListener', 'chat']; let n = 0; const heard = []\n"
            "bot.on({ toString: () => names[Math.min(n++, 3)] }, (...given) => { heard.push(given) })\n"
            "bot.on('health', () => {}); bot.once('spawn', () => {}); await bot.waitForTicks(1)\n"
            "return heard.length ? 'heard ' + JSON.stringify(heard[0]) : 'held'"
        ),
        "an event of the host's as an entity": (
            "const names = ['chat', 'packet', 'entityHurt', 'entityHurt']; let n = 0; const heard = []\n"
            "bot.once({ toString: () => names[Math.min(n++, 3)] }, v => { heard.push(v) }); await bot.waitForTicks(5)\n"
            "return heard.length ? 'sealed as an entity' : 'held'"
        ),
        "a module's name that changes": (
            "let n = 0; const got = require({ toString: () => n++ ? 'constructor' : 'vec3' })\n"
            "return got === Object ? 'got the host\\'s table' : 'held'"
        ),
        "a query whose fields change": (
            "let n = 0; const q = { get matching () { return n++ ? [1] : [2] }, get count () { return n++ % 2 ? 1e9 : 1 }, get maxDistance () { return n++ % 2 ? 4 : 2 }, get point () { return n++ % 2 ? spy('point') : { x: 0, y: 60, z: 0 } }, get useExtraInfo () { return n++ % 2 ? () => true : spy('extra') } }\n"
            "for (let i = 0; i < 4; i++) { try { bot.findBlocks(q) } catch (e) { reach(e, 'error') } }\nreturn verdict()"
        ),
        "a getter that acts while it is read": (
            "const at = { get x () { bot.clearControlStates(); bot.stopDigging(); bot.pathfinder.setGoal(null); return 0 }, y: 60, get z () { try { bot.blockAt(at) } catch (e) { reach(e, 'nested') } return 0 } }\n"
            "bot.blockAt({ x: 0, y: 60, get z () { return bot.blockAt({ x: 0, y: 60, z: 0 }) ? 0 : 1 } }); try { bot.blockAt(at) } catch (e) { reach(e, 'overflow') }\nreturn verdict()"
        ),
        "a list with an iterator of its own": (
            "const list = [1]; list[Symbol.iterator] = function * () { for (let i = 0; ; i++) { if (i > 1e4) throw new Error('enough'); yield 1 } }\n"
            "bot.findBlock({ matching: list }); return 'held'"
        ),
        "a list behind a proxy": (
            "bot.findBlock({ matching: new Proxy([1, 2], { get (t, k, r) { reach(r, 'receiver'); return k === 'length' ? 1e9 : k === Symbol.iterator ? undefined : 'x' } }) })"
        ),
        "a thenable as a predicate's answer": (
            "bot.nearestEntity(() => ({ then (done) { reach(done, 'done'); done(spy('then')) }, valueOf () { got.push('asked'); return 1 } }))\nreturn verdict()"
        ),
        "a predicate that is a proxy": (
            "bot.nearestEntity(spy('predicate')); bot.findBlock({ matching: spy('matching'), useExtraInfo: spy('extra') })\nreturn verdict()"
        ),
        "a predicate that keeps its block": (
            "const kept = []; bot.findBlocks({ matching: b => { kept.push(b); return false }, maxDistance: 8 })\n"
            "for (const b of kept.slice(0, 50)) { reach(b, 'block'); reach(b.position, 'position'); reach(b.getProperties, 'method'); try { b.name = 'diamond_block' } catch {} }\n"
            "const real = kept.find(b => b?.position); if (real) { real.position.x += 100; const again = bot.blockAt(bot.entity.position); if (again.position.x > 90) got.push('moved') }\n"
            "if (kept.some(b => b?.name === 'diamond_block')) got.push('renamed')\nreturn verdict()"
        ),
        "a predicate that keeps its entity": (
            "const kept = []; bot.nearestEntity(e => { kept.push(e); return false })\n"
            "for (const e of kept) { reach(e, 'entity'); const p = e.position; if (p) { p.x += 1e6; if (e.position.x > 9e5) got.push('moved') } try { e.health = 0 } catch {} try { e.metadata[0] = spy('meta'); got.push('written') } catch {} }\nreturn verdict()"
        ),
        "a predicate inside a predicate": (
            "let depth = 0; const dig = () => { if (++depth > 40) return true; bot.nearestEntity(dig); return false }; bot.nearestEntity(dig)\nreturn verdict()"
        ),
        "a number out of all bounds": (
            "for (const n of [1e308, -1e308, 2 ** 53, -(2 ** 31), 1e-308]) { for (const f of [() => bot.blockAt({ x: n, y: n, z: n }), () => bot.setQuickBarSlot(n), () => bot.inventory.count(n), () => new GoalNear(n, n, n, n), () => bot.recipesFor(n, n, n), () => bot.digTime({ x: n, y: n, z: n })]) { try { f() } catch (e) { reach(e, 'error') } } }\nreturn verdict()"
        ),
        "a place outside the world": (
            "const reached = []; for (const n of [3.1e7, 1e155, 1e308]) for (const f of [() => new GoalNear(n, 60, 0, 1), () => new GoalXZ(0, n), () => bot.blockAt({ x: 0, y: n, z: 0 }), () => bot.findBlocks({ matching: 1, point: { x: -n, y: 60, z: 0 } })]) { try { f(); reached.push(n) } catch (e) { if (e.code !== 'BAD_ARGUMENT') reached.push(e.code) } }\n"
            "return reached.length ? 'reached ' + reached.join() : 'held'"
        ),
        "a view without end": (
            "const p = bot.entity.position; await bot.look(1e308, 1e308, true); await bot.waitForTicks(4); await bot.look(-1e308, 1e300, true); await bot.waitForTicks(4)\n"
            "await bot.look(0, 0, true); await bot.waitForTicks(2); const q = bot.entity.position\n"
            "return [q.x, q.y, q.z, bot.entity.yaw].every(Number.isFinite) && Object.keys(bot.players).length === 3 ? 'held' : 'lost its bearings'"
        ),
        "a line of sight without end": "await bot.look(0, 1.5, true); bot.blockAtCursor(1e12)\nreturn 'held'",
        "a negative count": (
            "const stick = bot.inventory.items()[0]; for (const n of [-1, 0.5, -1e9, 1e9]) { try { await Promise.race([bot.toss(stick?.type ?? 1, null, n), bot.waitForTicks(5)]) } catch (e) { reach(e, 'error') } }\nreturn verdict()"
        ),
        "a player called __proto__": (
            "const names = ['__proto__', 'constructor', 'toString', 'server', 'supervisor', '../server', bot.username]; const answers = []\n"
            "for (const who of names) for (const what of ['__proto__', 'constructor', 'toString', 'stick']) answers.push(await bot.countOf(who, what))\n"
            "return answers.every(n => n === null || typeof n === 'number') ? 'held' : JSON.stringify(answers)"
        ),
        "symbols for everything": (
            "for (const f of [() => bot.chat(Symbol('x')), () => bot.findBlock({ matching: Symbol.iterator }), () => bot.on(Symbol.for('nodejs.rejection'), () => {}), () => require(Symbol.iterator), () => fail(Symbol('a'), Symbol('b')), () => bot.setControlState(Symbol('forward'), true), () => setTimeout(() => {}, Symbol('ms')), () => bot.inventory.count(Symbol('n'))]) { try { reach(f(), 'answer') } catch (e) { reach(e, 'error') } }\nawait bot.waitForTicks(8); return verdict()"
        ),
        "a goal within ten thousand goals": (
            "let goal = new GoalNear(0, 60, 0, 1); for (let i = 0; i < 1e4; i++) goal = new GoalInvert(goal); await bot.pathfinder.goto(goal)\nreturn 'held'"
        ),
        "a goal of a million goals": (
            "const g = new GoalNear(9, 60, 9, 1); let goal = new GoalCompositeAny(Array(100).fill(g)); for (let i = 0; i < 3; i++) goal = new GoalCompositeAny(Array(100).fill(goal)); await bot.pathfinder.goto(goal)\nreturn 'held'"
        ),
    },
)
_READ = frozenset({"PROGRAM_ERROR", "LIMIT"})
RESULTS = _of(
    "result",
    _READ,
    {
        "nested ten thousand deep": "let v = 1; for (let i = 0; i < 1e4; i++) v = [v]; return v",
        "nested two thousand deep": "let v = 1; for (let i = 0; i < 2e3; i++) v = { v }; return v",
        "nested five hundred deep": "let v = 1; for (let i = 0; i < 500; i++) v = [v]; return v",
        "half a character in an error": "throw new Error('\\ud800 half')",
        "half a character in a failure": "throw fail('NO_SPACE', 'x'.repeat(399) + '\\u{1f411}')",
        "half a character in a log": "console.log('\\ud83d'); console.log('x'.repeat(499) + '\\u{1f411}'); return 'held'",
        "half a character in the chat": "bot.chat('\\ud83d'); bot.chat('x'.repeat(255) + '\\u{1f411}'); await bot.waitForTicks(3); return 'held'",
        "a circle": "const v = {}; v.v = v; return v",
        "a bigint": "return 10n",
        "a string of half a gigabyte": "return 'x'.repeat(2 ** 29 - 24)",
        "a megabyte": "return 'x'.repeat(1e6)",
        "a number of more than 63 bits": "return { counted: [1, -1e20] }",
        "such a number in a failure": "throw fail('NO_SPACE', 'x', { counted: 2 ** 63 })",
        "a rejection in our words": "for (let i = 0; i < 99; i++) Promise.reject(new Error('the server is gone')); await bot.waitForTicks(2); return 'held'",
        "a rejection in our words at the end": "Promise.reject(new Error('the server is gone')); return 'held'",
        "a million keys": "const v = {}; for (let i = 0; i < 1e6; i++) v['k' + i] = i; return v",
        "an array of four billion holes": "return new Proxy([], { get (t, k) { return k === 'length' ? 2 ** 32 - 1 : k === 'toJSON' ? undefined : 1 } })",
        "a toJSON that acts": "return { toJSON () { bot.setControlState('forward', true); setInterval(zombie, 50); bot.on('physicsTick', zombie); return 'held' } }",
        "a then that keeps": "return { then (done, failed) { reach(done, 'done'); reach(failed, 'failed'); done(verdict()) } }",
        "a promise with a then of its own": "const p = Promise.resolve(1); Object.defineProperty(p, 'then', { value (done) { reach(this, 'this'); done(verdict()) } }); return p",
        "a promise of another kind": "class Mine extends Promise { static get [Symbol.species] () { return function (f) { f(v => reach(v, 'resolve'), v => reach(v, 'reject')) } } }; return await new Mine(done => done(verdict()))",
        "__proto__ as a key": 'return JSON.parse(\'{"__proto__": {"polluted": 1}, "constructor": 1}\').polluted ?? \'held\'',
        "a line number without end": "throw { stack: 'skill:program:' + '9'.repeat(400), message: 'x' }",
        "a line of another's": "throw { stack: 'skill:' + 'a'.repeat(1e6) + ':1', message: 'x' }",
        "a message of half a gigabyte": "throw new Error('x'.repeat(2 ** 29 - 24))",
        "a message that is a spy": "throw { message: spy('message'), stack: spy('stack'), name: spy('name') }",
        "an error behind a proxy": "throw new Proxy(new Error('x'), { get (t, k, r) { reach(r, 'receiver'); return spy(String(k)) }, getPrototypeOf () { throw 1 } })",
        "an error that is a function": "throw Object.assign(() => {}, { message: 'm' })",
        "an error of a symbol": "throw Symbol('x')",
        "a code of the watchdog's": "throw Object.assign(fail('NO_SPACE', 'x'), { name: 'UNRESPONSIVE' })",
        "a code set on a failure": "const e = fail('NO_SPACE', 'x'); e.code = 'STOPPED'; throw e",
        "a log of spies": "for (let i = 0; i < 500; i++) console.log(spy('log'), { toJSON () { return spy('json') } }, { get a () { throw 1 } }, Symbol('s'), 1n); return verdict()",
    },
)
_HUGE = {
    "a string of half a gigabyte",
    "a million keys",
    "an array of four billion holes",
    "a message of half a gigabyte",
}
_CODED = {"half a character in a failure", "a code of the watchdog's", "a code set on a failure"}
RESULTS = [
    replace(a, ends=a.ends | KILLED)
    if a.name in _HUGE
    else replace(a, ends=a.ends | {"NO_SPACE"})
    if a.name in _CODED
    else a
    for a in RESULTS
]
RESULTS += [
    Attack("a spy", "result", "return spy('result')", answers=1),
    Attack(
        "half a character",
        "result",
        "return { a: '\\ud800', ['\\udfff']: 1 }",
        answers={"a": "\ufffd", "\ufffd": 1},
    ),
    Attack(
        "half a character behind a backslash",
        "result",
        "return '\\\\ud800' + '\\\\' + '\\ud800'",
        answers="\\ud800\\\ufffd",
    ),
    Attack(
        "control characters in the chat",
        "result",
        "bot.chat('\\u0000\\u001b[2J\\u202e\\u2028/give @p diamond\\u00a74')",
        REFUSED,
    ),
]

TEXTS = _of(
    "text",
    REFUSED | {"SYNTAX"},
    {
        "import with an escape": "return await im\\u0070ort('node:fs')",
        "import behind a comment": "return await import/* */('node:fs')",
        "import behind a line separator": "return await import\u2028('node:fs')",
        "import in an indirect eval": "return await (0, eval)(\"import('node:fs')\")",
        "import made of pieces": "return await (0, eval)('imp' + 'ort(\"node:fs\")')",
        "import in a made function": "return await new Function('return imp' + 'ort(\"node:fs\")')()",
        "import.meta": "return import.meta.url",
        "an html comment": "return 1 <!-- 2\n",
        "the wrapper closed": "return 1 }\n})(module, exports); globalThis.constructor.constructor('return process')().exit(); (function () { async function main2 () {",
        "a source of another name": "throw new Error('x') //# sourceURL=/etc/passwd\n",
        "names in another alphabet": "return b\u043et.username",
        "letters turned around": "/*\u202e } \u2066if (true)\u2069 \u2066 */ process.exit() /* \u202e { \u2069*/",
        "a strict mode left": "return (function () { return this })().process.pid",
        "with and unscopables": "return new Function('o', 'with (o) { return process.pid }')({ [Symbol.unscopables]: { process: true } })",
        "arguments.callee": "return (function () { return arguments.callee.caller.constructor('return process')() }).call(null).pid",
        "a template's own strings": "const tag = s => s; tag`x`.raw.push(1)",
        "a private brand": "class A extends (function (o) { return o }) { #p = 1; static set (o) { new A(o) } }; A.set(bot); A.set(Math); A.set(mcData); throw new Error('branded, which no other program can see')",
    },
)
