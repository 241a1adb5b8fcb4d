"""What is counted and bounded, and ways around it: objects that act when they are asked, lists, plans, memory."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from benchmarks.attacks.attack import KILLED, REFUSED, Attack

_LIMITED = REFUSED | {"LIMIT", "TIMEOUT", "NO_PATH"}


def _of(ends: frozenset[str], bodies: dict[str, str]) -> list[Attack]:
    return [Attack(name, "limit", body, ends) for name, body in bodies.items()]


COUNTED = _of(
    _LIMITED,
    {
        "timers whose delay arms timers": "let armed = 0; const more = () => ({ valueOf () { if (++armed < 1500) setTimeout(() => {}, more()); return 1e9 } }); let fits = 0\ntry { setTimeout(() => {}, more()) } catch {} try { for (;;) { setTimeout(() => {}, 1e9); fits++ } } catch {}\nreturn fits <= 100 ? 'held' : 'armed ' + fits",
        "timers in a condition of a timer": "let armed = 0; const more = () => ({ [Symbol.toPrimitive] () { armed++; setInterval(() => {}, armed < 1500 ? more() : 1e9); return 1e9 } }); try { setInterval(() => {}, more()) } catch {} await bot.waitForTicks(2); return 'held'",
        "listeners added by listeners": "let n = 0; const more = () => { try { bot.on('physicsTick', more); n++ } catch {} }; more(); await bot.waitForTicks(8); return n <= 50 ? 'held' : n + ' listeners'",
        "listeners taken away while they hear": "for (let i = 0; i < 40; i++) { const f = () => { bot.removeListener('physicsTick', f); bot.once('physicsTick', f) }; bot.on('physicsTick', f) }\nawait bot.waitForTicks(5); return 'held'",
        "waits that pile up": "for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 99 }, () => bot.waitForTicks(1))); return 'held'",
        "a wait that waits in its argument": "let n = 0; const more = () => ({ valueOf () { if (++n < 500) bot.waitForTicks(more()); return 1 } }); await bot.waitForTicks(more()); await bot.waitForTicks(2); return 'held'",
        "deeds in a condition of a deed": "let n = 0; const more = () => ({ get x () { if (++n < 400) { try { bot.lookAt(more(), true).catch(() => {}) } catch {} } return 1 }, y: 60, z: 1 }); await bot.lookAt(more(), true); return 'held'",
        "chat in a condition of chat": "let n = 0; const more = () => ({ toString () { if (++n < 50) { try { bot.chat(more()) } catch {} } return 'line ' + n } }); bot.chat(more()); return 'held'",
        "a command said in pieces": "const says = ['hello', '/give @p diamond']; let n = 0; bot.chat({ toString: () => says[Math.min(n++, 1)] }); await bot.waitForTicks(2); return 'held'",
        "a plan with a million barred": "const plan = await bot.planFor('paper', 1, Array(1e6).fill('x'.repeat(256))); return plan === null ? 'held' : 'planned'",
        "ninety plans at once": "const plans = await Promise.all(Array.from({ length: 90 }, () => bot.planFor('enchanting_table', 64, []))); return plans.length === 90 ? 'held' : 'lost'",
        "plans tick after tick": "for (;;) { for (let i = 0; i < 90; i++) bot.planFor('bookshelf', 2304, []).catch(() => {}); await bot.waitForTicks(1) }",
        "plans of what is no item": "const odd = ['__proto__', 'constructor', '', '\\ud800', 'paper\\u0000', 'PAPER', 'x'.repeat(1e6), null, undefined]; const counts = [1e308, -1, 0.5, 0, 2305]; const got = []\nfor (const item of odd.slice(0, 8)) got.push(await bot.planFor(item, 1, [])); for (const n of counts) got.push(await bot.planFor('paper', n, ['__proto__']))\nreturn got.every(plan => plan === null) ? 'held' : JSON.stringify(got).slice(0, 200)",
        "a list without an end": "const a = [1, 2]; a[Symbol.iterator] = function * () { for (;;) yield 1 }; bot.findBlock({ matching: a })",
        "a list that grows while it is read": "const a = [1]; a[Symbol.iterator] = function * () { for (let i = 0; i < 2000; i++) { a.push(i); yield i } }; new GoalCompositeAny(a)",
        "movements that change": "let n = 0; const m = { get canDig () { n++; return n % 2 ? {} : (() => { throw new Error('x') })() }, get allowParkour () { bot.pathfinder.setGoal(null); return 1 } }; for (let i = 0; i < 4; i++) { try { bot.pathfinder.setMovements(m) } catch (e) { reach(e, 'movements') } }\nreturn verdict()",
        "a view of its own eye": "const eye = bot.entity.position.offset(0, bot.entity.eyeHeight ?? 1.62, 0); await bot.lookAt(eye, true); await bot.waitForTicks(2); await bot.lookAt({ x: eye.x, y: eye.y + 1e-300, z: eye.z }, true); await bot.waitForTicks(2); return [bot.entity.yaw, bot.entity.pitch].every(Number.isFinite) ? 'held' : 'lost its view'",
        "a search within a search": "let n = 0; const dig = () => { if (++n < 30) bot.findBlocks({ matching: () => false, useExtraInfo: dig, maxDistance: 4 }); return true }; bot.findBlocks({ matching: dig, useExtraInfo: dig, maxDistance: 4, count: 2 }); return verdict()",
        "following what is not there any more": "const kept = []; bot.nearestEntity(e => { kept.push(e); return false }); const alice = bot.players.Alice.entity; const goal = new GoalFollow(alice, 1e9); bot.pathfinder.setGoal(goal, true); await bot.waitForTicks(3); bot.pathfinder.setGoal(new GoalInvert(new GoalInvert(goal)), true); await bot.waitForTicks(3); return verdict()",
        "goals without a place": "for (const goal of [new GoalCompositeAny([]), new GoalCompositeAll([]), new GoalInvert(new GoalCompositeAny([])), new GoalNear(0, 60, 0, -1), new GoalNear(0, 60, 0, 1e308), new GoalFollow(bot.entity, 0), new GoalY(-3e7), new GoalPlaceBlock(bot.entity.position, bot.world, { range: -5 })]) { try { bot.pathfinder.setGoal(goal, true) } catch (e) { reach(e, 'goal') } await bot.waitForTicks(3) }\nreturn verdict()",
        "goals that are asked for and taken back": "for (let i = 0; i < 20; i++) { bot.pathfinder.goto(new GoalNear(8 + i % 3, 5, 8, 0)).catch(() => {}); bot.pathfinder.setGoal(null); bot.pathfinder.stop(); bot.stopDigging() }\nawait bot.waitForTicks(10); return verdict()",
        "a deed after a deed after the end": "setTimeout(() => { zombie(); for (const f of [() => bot.chat('x'), () => bot.attack(bot.players.Alice.entity), () => bot.planFor('paper', 1, [])]) { try { f() } catch {} } }, 1); bot.waitForTicks(2).then(() => bot.chat('late')); return 'held'",
    },
)
THROWN = _of(
    REFUSED | {"LIMIT"},
    {
        "nothing thrown": "throw undefined",
        "an error that is its own cause": "const e = new Error('x'); e.cause = e; e.errors = [e]; throw e",
        "a message that changes": "let n = 0; throw { get message () { return n++ % 2 ? Symbol('m') : { toString () { throw 1 } } }, get stack () { return n++ % 2 ? 7 : null } }",
        "a stack of a thousand causes": "let e = new Error('0'); for (let i = 0; i < 1e5; i++) e = new Error('x', { cause: e }); throw e",
        "a failure made by hand": "const made = Object.create(Reflect.getPrototypeOf(fail('NOT_FOUND', 'x')), { code: { value: 'STOPPED' }, message: { value: 'm' } }); throw made",
        "a promise thrown": "throw Promise.reject(new Error('inner'))",
        "an error from a listener and from the program": "bot.on('physicsTick', () => { throw new Error('listener') }); setTimeout(() => { throw new Error('timer') }, 1); await bot.waitForTicks(3); throw new Error('program')",
    },
)
COSTLY = _of(
    KILLED | REFUSED | {"LIMIT"},
    {
        "a buffer that grows": "const b = new ArrayBuffer(1, { maxByteLength: 2 ** 33 }); b.resize(2 ** 31); new Uint8Array(b).fill(1); for (;;) {}",
        "buffers without a wait": "const a = []; for (;;) a.push(new Uint8Array(64e6).fill(1))",
        "a promise that many wait for": "const p = new Promise(() => {}); for (;;) p.then(() => {})",
        "letters of a long text": "let s = 'xy'; for (let i = 0; i < 27; i++) s += s; return [...s].sort().length",
        "a generator's last words": "const g = (async function * () { try { yield 1 } finally { for (;;) {} } })(); await g.next(); g.return(); return 'held'",
        "brackets": "JSON.parse('['.repeat(5e7)); return 'held'",
        "an expression that looks back": "return /(?<=(a+)+)b/.test('a'.repeat(40)) + /^(?:a?){60}a{60}$/.test('a'.repeat(59)) ? 'held' : 'held'",
        "a library that loops as it is loaded": "return typeof looping === 'function' ? 'held' : 'held'",
        "a library of a megabyte": "return typeof large === 'function' ? 'held' : 'held'",
        "a comparison that forgets": "const a = Array.from({ length: 1e6 }, (_, i) => i); a.sort(() => { a.length = 0; return Math.random() - 0.5 }); return 'held'",
    },
)
_LIBRARIES = {
    "a library that loops as it is loaded": {"looping": "for (;;) {}\nfunction looping () {}"},
    "a library of a megabyte": {"large": "function large () { return '" + "x" * 1_000_000 + "' }"},
}
LIMITS = [
    *COUNTED,
    *THROWN,
    *(
        Attack(a.name, a.kind, a.body, a.ends, skills=_LIBRARIES[a.name]) if a.name in _LIBRARIES else a
        for a in COSTLY
    ),
]
