"""One hostile program, and what it may come to."""
# ruff: noqa: E501 (JavaScript)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

HELD = "held"
"""What a program answers that ran to its end and got nowhere."""
REFUSED = frozenset({"PROGRAM_ERROR", "FORBIDDEN", "BAD_ARGUMENT"})
KILLED = frozenset({"UNRESPONSIVE", "OUT_OF_MEMORY"})


def main_of(body: str) -> str:
    """A program whose one function does that."""
    return "async function main (bot, ...args) {\n" + body + "\n}"


@dataclass(frozen=True)
class Attack:
    name: str
    kind: str
    body: str
    """Of `async function main (bot, ...args)`, after the prelude."""
    ends: frozenset[str] = frozenset()
    """Codes it may end with; or it answers 'held'."""
    answers: Any = HELD
    """What it answers where it runs to its end."""
    skills: Mapping[str, str] = field(default_factory=dict)
    """What the bot's library holds meanwhile."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """What the bot is granted before."""
    seconds: float = 3.0
    """Game seconds that it has."""

    @property
    def main(self) -> str:
        return main_of(self.body)

    @property
    def kills(self) -> bool:
        """Whether it may cost the bot its process, and so seconds."""
        return bool(self.ends & KILLED)


PRELUDE = r"""
const got = []
const FUNCTION = [Function, (async () => {}).constructor, (function * () {}).constructor, (async function * () {}).constructor]
const isHost = v => {
  try { return v === undefined || v === null ? false : Boolean(v.pid && v.versions) || typeof v.mainModule === 'object' || typeof v.binding === 'function' } catch { return false }
}
/** Every way from a value to a function's constructor, and from there to the host. */
let reaching = false
const reach = (v, path) => {
  if (reaching || v === null || (typeof v !== 'object' && typeof v !== 'function')) return
  reaching = true
  try { tryAll(v, path) } finally { reaching = false }
}
const tryAll = (v, path) => {
  const ways = {
    constructor: v => v.constructor('return process')(),
    chain: v => v.constructor.constructor('return process')(),
    proto: v => Object.getPrototypeOf(v).constructor.constructor('return process')(),
    grand: v => Object.getPrototypeOf(Object.getPrototypeOf(v)).constructor.constructor('return process')(),
    underscore: v => v.__proto__.constructor.constructor('return process')(),
    construct: v => Reflect.construct(v.constructor, ['return process'])(),
    async: v => v.then.constructor('return process')(),
    apply: v => v.apply.constructor('return process')(),
    bind: v => v.bind(null).constructor('return process')(),
    global: v => v.constructor.constructor('return this')().process,
    caller: v => v.caller.constructor('return process')(),
    callee: v => v.arguments.callee.caller.constructor('return process')(),
    self: v => v.call(undefined, 1) && null,
    lookup: v => v.__lookupGetter__('__proto__').constructor('return process')(),
    species: v => v.constructor[Symbol.species].constructor('return process')(),
    iterator: v => v[Symbol.iterator]().next.constructor('return process')(),
    realm: v => v.constructor.constructor.constructor('return process')()
  }
  for (const way in ways) {
    if (way === 'self') continue
    try { if (isHost(ways[way](v))) got.push(`${path}: ${way}`) } catch {}
  }
  for (const key of ['_client', '_events', 'socket', 'emit', 'mainModule', 'registry', 'write', 'env', 'real']) {
    try { if (Object.hasOwn(v, key)) got.push(`${path}.${key}`) } catch {}
  }
  for (const make of FUNCTION) {
    try { if (isHost(Reflect.construct(make, ['return process'], v)())) got.push(`${path}: new.target`) } catch {}
  }
}
/** A stand-in for any argument, that looks at all it is handed. */
const spy = path => {
  const look = (...handed) => { for (const v of handed) reach(v, path) }
  const target = function () {}
  return new Proxy(target, {
    get (t, key, receiver) { look(receiver); return key === Symbol.toPrimitive ? () => 1 : key === 'then' ? undefined : key === 'length' ? 2 : spy(`${path}.${String(key)}`) },
    set (t, key, v, receiver) { look(v, receiver); return true },
    has (t, key) { look(key); return true },
    apply (t, self, args) { look(self, ...args); return 1 },
    construct (t, args, made) { look(made, ...args); return {} },
    getPrototypeOf () { return null },
    ownKeys () { return [] },
    defineProperty (t, key, d) { look(d.value, d.get); return true }
  })
}
const verdict = () => got.length ? 'ESCAPED ' + got.slice(0, 5).join('; ') : 'held'
const isOver = () => { try { bot.username; return false } catch { return true } }
/** Waits for the end of the run it was begun in, and then takes the process with it. */
const zombie = () => { if (isOver()) for (;;) {} }
"""
"""Stands before each body, on its first line: what attacks have in common."""
