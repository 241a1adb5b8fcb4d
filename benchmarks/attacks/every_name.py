"""Attacks made over the facade's own table: every name a program can reach, whatever it is called next month.

The table is asked of a live bot (`NAMES`), so a new row is attacked without anybody thinking of it.
"""
# ruff: noqa: E501 (JavaScript)

from __future__ import annotations

from benchmarks.attacks.attack import HELD, Attack

NAMES = """
const names = []
const list = (v, path) => {
  for (const key of Object.keys(v)) {
    names.push([path, key])
    let inner
    try { inner = v[key] } catch { continue }
    if (path === 'bot' && inner !== null && typeof inner === 'object' && Object.values(inner).some(f => typeof f === 'function')) list(inner, `bot.${key}`)
  }
}
list(bot, 'bot'); list(goals, 'goals'); list(console, 'console')
for (const key of Object.keys(globalThis)) if (!['bot', 'goals', 'console'].includes(key)) names.push(['globalThis', key])
const block = bot.blockAt(bot.entity.position.offset(0, -1, 0))
list(block, 'bot.blockAt(bot.entity.position.offset(0, -1, 0))')
list(bot.recipesAll(mcData.itemsByName.stick.id, null, true)[0], 'bot.recipesAll(mcData.itemsByName.stick.id, null, true)[0]')
return names.map(([path, key]) => [path, key]).filter(([path, key], i, all) => all.findIndex(([p, k]) => p === path && k === key) === i)
"""
"""Answers [path, key] of everything that has a name in the facade's tables."""

EVERY = """
const owner = PATH
const key = KEY
const getter = Object.getOwnPropertyDescriptor(owner, key)?.get
reach(getter, 'its getter')
try { reach(getter?.call(spy('this of the getter')), 'a getter of others') } catch (e) { reach(e, 'error of its getter') }
let v
try { v = owner[key] } catch (e) { reach(e, 'error of reading') }
reach(v, 'itself')
if (typeof v === 'object' && v !== null) for (const k of Reflect.ownKeys(v).slice(0, 40)) { try { reach(v[k], String(k)) } catch (e) { reach(e, 'error in it') } }
if (typeof v === 'function') {
  const block = bot.blockAt(bot.entity.position.offset(0, -1, 0))
  const recipe = bot.recipesAll(mcData.itemsByName.stick.id, null, true)[0]
  const thenable = { then (done) { reach(done, 'resolve'); done(spy('resolved')) } }
  const fickle = () => { let n = 0; return { toString: () => ['chat', 'constructor', 'packet', 'newListener'][n++ % 4], valueOf: () => n++ } }
  const moody = { get x () { throw new Error('x') }, get y () { return 1 }, get matching () { return spy('matching') } }
  const sees = function (...handed) { reach(this, 'this'); for (const h of handed) reach(h, 'handed'); return spy('answer') }
  const lists = Object.defineProperties([1, 2], { 0: { get: () => 1 }, constructor: { value: { [Symbol.species]: sees } } })
  const tries = [
    [], [null, null, null, null], [spy('1st'), spy('2nd'), spy('3rd'), spy('4th')], [sees, sees, sees], [block, sees, sees], [recipe, spy('2nd')],
    [bot.entity, spy('2nd')], [bot.entity.position, spy('2nd')], [new GoalNear(0, 60, 0, 1), spy('2nd')], ['chat', sees], [fickle(), sees],
    [thenable, thenable], [Symbol.iterator, Symbol('s')], [10n, -10n], [-1, -1, -1], [1e308, 1e308, 1e308], [NaN, Infinity], [moody, moody],
    [lists, lists], ['__proto__', 'constructor'], ['constructor', 'prototype'], [{ matching: sees, useExtraInfo: sees, count: 2 }],
    [Object.create(null)], [new Proxy(block, {}), 1], ['x'.repeat(1e5)]
  ]
  const pending = []
  const call = (way, f) => {
    try {
      const answer = f()
      reach(answer, way)
      if (answer instanceof Promise) pending.push(answer.then(v => { reach(v, way + ' resolved'); if (v !== null && typeof v === 'object') for (const k of Reflect.ownKeys(v).slice(0, 30)) { try { reach(v[k], k) } catch (e) { reach(e, k) } } }, e => reach(e, way + ' rejected')))
    } catch (e) { reach(e, way + ' failed') }
  }
  for (const [i, given] of tries.entries()) call('call ' + i, () => v.apply(spy('this'), given))
  for (const given of tries.slice(0, 3)) call('new', () => Reflect.construct(v, given))
  await Promise.race([Promise.allSettled(pending), bot.waitForTicks(3)])
}
return verdict()
"""


def on_name(path: str, key: str) -> Attack:
    """The attack on one name; `key` is a JavaScript property of what the expression `path` gives."""
    body = EVERY.replace("PATH", path).replace("KEY", repr(key))
    shown = path.replace("globalThis", "").split("(")[0].removeprefix("bot.") or "global"
    return Attack(f"{shown}.{key}", "every name", body, ends=ENDS)


ENDS = frozenset({"LIMIT", "TIMEOUT", "UNRESPONSIVE"})
"""Or 'held': chat is limited, what is begun may last, and on a busy machine a search of all blocks can take
longer than the watchdog allows.
"""

__all__ = ["HELD", "NAMES", "on_name"]
